import PlayheadEngine

// Waiting for the network.
extension AVPlayer {
  /// Whether playback that has stalled resumes automatically when enough media is buffered; `timeControlStatus` reports
  /// the wait. True by default. Observable.
  ///
  /// With false, the rate becomes 0 when the buffer is empty, and playback starts with whatever is buffered. Setting it
  /// to false while the player waits to minimize stalls resumes playback immediately if any media is buffered.
  nonisolated public var automaticallyWaitsToMinimizeStalling: Bool {
    get {
      AccessTracking.note("automaticallyWaitsToMinimizeStalling", of: self)
      return state.withLock { $0.waitsToMinimizeStalling }
    }
    set {
      update(
        sending: { [session] _ in
          session.setWaitsToMinimizeStalling(newValue)
          return nil
        }
      ) { $0.waitsToMinimizeStalling = newValue }
    }
  }

  /// Plays at a rate with the buffered media, without waiting for more. With an empty buffer it waits as usual.
  nonisolated public func playImmediately(atRate rate: Float) {
    self.rate = rate
    session.playNow()
  }
}
