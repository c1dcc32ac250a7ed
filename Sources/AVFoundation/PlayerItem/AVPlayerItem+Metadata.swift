import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// What the item's timed metadata says at the position: titles of broadcasts, tags of streams, samples of metadata tracks. nil where
  /// there is none. Observable.
  ///
  /// Of files that come over a network metadata tracks are read only while an `AVPlayerItemMetadataOutput` is attached.
  @available(*, deprecated, message: "Use AVPlayerItemMetadataOutput")
  nonisolated public var timedMetadata: [AVMetadataItem]? {
    AccessTracking.note("timedMetadata", of: self)
    return state.withLock { $0.timedMetadata }
  }

  /// The session tells what holds now. Runs where clients are called.
  nonisolated func adopt(_ groups: [TimedMetadata]) {
    let resource = source.assetLoader.resource
    let items = groups.flatMap { AVTimedMetadataGroup($0, in: resource).items }
    KeyValueChanges.willChange(["timedMetadata"], of: self)
    state.withLock { $0.timedMetadata = items.isEmpty ? nil : items }
    KeyValueChanges.didChange(["timedMetadata"], of: self)
  }

  nonisolated func tellMetadata(_ groups: [TimedMetadata], to listener: Int) {
    for case let output as AVPlayerItemMetadataOutput in outputList.withLock({ $0 }) {
      output.take(groups, for: listener, of: self)
    }
  }
}
