import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// The timed metadata at the current position: titles of broadcasts, tags of streams, samples of metadata tracks. nil
  /// if there is none. Observable.
  ///
  /// Metadata tracks of network files are read only while an `AVPlayerItemMetadataOutput` is attached.
  @available(*, deprecated, message: "Use AVPlayerItemMetadataOutput")
  nonisolated public var timedMetadata: [AVMetadataItem]? {
    AccessTracking.note("timedMetadata", of: self)
    return state.withLock { $0.timedMetadata }
  }

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
