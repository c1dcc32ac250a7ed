// External playback on other devices.
extension AVPlayer {
  /// Whether external playback of items is allowed. True by default. Observable.
  ///
  /// - Note: Difference from Apple: stored only; there is no external playback.
  nonisolated public var allowsExternalPlayback: Bool {
    get {
      AccessTracking.note("allowsExternalPlayback", of: self)
      return state.withLock { $0.allowsExternalPlayback }
    }
    set { update { $0.allowsExternalPlayback = newValue } }
  }

  /// Whether an external device plays the item: always false. Observable.
  nonisolated public var isExternalPlaybackActive: Bool {
    AccessTracking.note("externalPlaybackActive", of: self)
    return false
  }

  /// Whether HDR video is displayed as HDR: false, as it is tone-mapped to standard dynamic range.
  nonisolated public class var eligibleForHDRPlayback: Bool { false }
}
