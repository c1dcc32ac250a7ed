import PlayheadEngine

// What a program decides about waiting for the network.
extension AVPlayer {
  /// Whether playing that has run out of media goes on by itself when enough has come, with `timeControlStatus` telling that it
  /// waits. True unless set. Observable.
  ///
  /// With false the rate falls to 0 where media runs out, and playing begins with whatever is at hand. Setting it to false while
  /// the player waits to minimize stalls makes it go on at once, if anything is at hand.
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

  /// Plays at a rate with what is at hand, without gathering more first. With nothing at hand it waits as any player does.
  nonisolated public func playImmediately(atRate rate: Float) {
    self.rate = rate
    session.playNow()
  }
}
