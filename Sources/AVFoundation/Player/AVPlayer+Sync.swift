import CoreMedia
import PlayheadEngine

// Playing together with something else that plays.
extension AVPlayer {
  /// What moves items while they play; nil, which it is unless set, for the sound device, or the host's clock where there is no sound.
  ///
  /// With a clock of its own the sound follows the picture: it is let in anew where it has drifted by more than 20 ms.
  nonisolated public var sourceClock: CMClock? {
    get { state.withLock { $0.sourceClock } }
    set {
      state.withLock {
        $0.sourceClock = newValue
        session.setSourceClock(newValue)
      }
    }
  }

  /// The former name of `sourceClock`.
  @available(*, deprecated, renamed: "sourceClock")
  nonisolated public var masterClock: CMClock? {
    get { sourceClock }
    set { sourceClock = newValue }
  }

  /// Plays at a rate so that the item is at a time when the host's clock is at another.
  ///
  /// A moment that is past: the item goes on from where it would be by now, and is moved there if that is far. One that is still to
  /// come: the item runs so that it meets it, or stands where it is until then; it never goes back.
  ///
  /// - Parameters:
  ///   - rate: As for `rate`. With 0 the player pauses, and the times mean nothing.
  ///   - itemTime: `.invalid` for the present position.
  ///   - hostClockTime: Of `CMClockGetHostTimeClock()`; `.invalid` for as soon as possible.
  /// - Precondition: `automaticallyWaitsToMinimizeStalling` is false.
  nonisolated public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    precondition(
      !automaticallyWaitsToMinimizeStalling,
      "setRate(_:time:atHostTime:) needs automaticallyWaitsToMinimizeStalling to be false: a player that waits keeps no time"
    )
    let usable = playableRate(for: rate)
    setRate(usable, reason: usable == rate ? .setRateCalled : .setRateFailed) { [session] in
      session.setRate(usable, time: itemTime, atHostTime: hostClockTime)
    }
  }

  /// Gets everything ready, so that playing at a rate begins at once.
  ///
  /// - Parameters:
  ///   - rate: Sound is got ready for this rate and direction.
  ///   - completionHandler: Called once, on the main queue: with true when all is ready; with false when another preroll, another
  ///     rate, `cancelPendingPrerolls()` or another item came first, and where there is nothing to play.
  /// - Precondition: `status` is `readyToPlay` and `rate` is 0.
  nonisolated public func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
    precondition(
      state.withLock { $0.status == .readyToPlay && $0.rate == 0 },
      "preroll(atRate:) needs a player that is ready to play and whose rate is 0")
    let number = core.prerolls.open(SeekLedger.handler(completionHandler) ?? { _ in })
    session.preroll(for: playableRate(for: rate), identifier: number)
  }

  /// Gets everything ready, so that playing at a rate begins at once. Returns what the handler of the other form is told.
  @discardableResult
  nonisolated public func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// Ends prerolls that are not done: their handlers are called with false.
  nonisolated public func cancelPendingPrerolls() { session.cancelPrerolls() }

  /// What a wish comes to for the present item.
  nonisolated func playableRate(for wish: Float) -> Float {
    let canReverse = state.withLock { $0.item }?.state.withLock { $0.snapshot.canPlayReverse } ?? false
    let rate = PlayableRates.nearest(to: wish, canReverse: canReverse)
    return state.withLock { $0.isAdvancementRestricted ? min(rate, $0.defaultRate) : rate }
  }
}
