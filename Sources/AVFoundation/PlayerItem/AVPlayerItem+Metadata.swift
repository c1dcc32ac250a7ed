import Foundation
import PlayheadItems
import Synchronization

extension AVPlayerItem {
  /// Adopts the session's current timed metadata. Runs on the delivery queue.
  nonisolated func adopt(_ groups: [TimedMetadata]) {
    let resource = source.assetLoader.resource
    let items = groups.flatMap { AVTimedMetadataGroup($0, in: resource).items }
    KeyValueChanges.willChange(["timedMetadata"], of: self)
    state.withLock { $0.timedMetadata = items.isEmpty ? nil : items }
    KeyValueChanges.didChange(["timedMetadata"], of: self)
  }

  nonisolated func deliverMetadata(_ groups: [TimedMetadata], to listener: Int) {
    for case let output as AVPlayerItemMetadataOutput in outputList.withLock({ $0 }) {
      output.take(groups, for: listener, of: self)
    }
  }
}
