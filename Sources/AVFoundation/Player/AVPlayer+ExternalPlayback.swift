// Players of other devices.
extension AVPlayer {
  /// Whether the program would let another device play its items. True unless set. Observable.
  ///
  /// - Note: Difference from Apple: it is kept for the program; there is no device to hand playing over to.
  nonisolated public var allowsExternalPlayback: Bool {
    get {
      AccessTracking.note("allowsExternalPlayback", of: self)
      return state.withLock { $0.allowsExternalPlayback }
    }
    set { update { $0.allowsExternalPlayback = newValue } }
  }

  /// Whether another device plays the item: never, because there is none. Observable.
  nonisolated public var isExternalPlaybackActive: Bool {
    AccessTracking.note("externalPlaybackActive", of: self)
    return false
  }

  /// Whether pictures with a high dynamic range are shown as such: they are not, but brought into the range of a usual screen.
  nonisolated public class var eligibleForHDRPlayback: Bool { false }
}
