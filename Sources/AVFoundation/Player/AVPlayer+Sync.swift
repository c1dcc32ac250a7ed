import CoreMedia
import PlayheadEngine

// Synchronization with other playback.
extension AVPlayer {
  /// The clock that drives playback; nil by default, for the audio device, or the host clock without audio.
  ///
  /// With another clock, audio follows video: it is resynchronized when it has drifted by more than 20 ms.
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

  /// Plays at a rate such that the item reaches a time when the host clock reaches another.
  ///
  /// For a host time in the past, playback continues from where it would be by now, seeking there if it is far away.
  /// For a host time in the future, playback is timed to reach the item time then, or holds its position until then; it
  /// never moves backward.
  ///
  /// - Parameters:
  ///   - rate: As for `rate`. With 0 the player pauses and the times are ignored.
  ///   - itemTime: `.invalid` for the current position.
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

  /// Prepares the pipeline so that playback at a rate starts immediately.
  ///
  /// - Parameters:
  ///   - rate: The rate and direction for which audio is prepared.
  ///   - completionHandler: Called once, on the main queue: with true when preparation is complete; with false when
  ///     another preroll, a rate change, `cancelPendingPrerolls()` or another item came first, and when there is
  ///     nothing to play.
  /// - Precondition: `status` is `readyToPlay` and `rate` is 0.
  nonisolated public func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
    precondition(
      state.withLock { $0.status == .readyToPlay && $0.rate == 0 },
      "preroll(atRate:) needs a player that is ready to play and whose rate is 0")
    let number = core.prerolls.open(CompletionHandlerRegistry.handler(completionHandler) ?? { _ in })
    session.preroll(for: playableRate(for: rate), identifier: number)
  }

  /// Prepares the pipeline so that playback at a rate starts immediately. Returns the value that the completion handler
  /// would receive.
  @discardableResult
  nonisolated public func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// Cancels pending prerolls: their handlers are called with false.
  nonisolated public func cancelPendingPrerolls() { session.cancelPrerolls() }

  /// The playable rate nearest to a requested one for the current item.
  nonisolated func playableRate(for requested: Float) -> Float {
    let canReverse = state.withLock { $0.item }?.state.withLock { $0.snapshot.canPlayReverse } ?? false
    let rate = PlayableRates.nearest(to: requested, canReverse: canReverse)
    return state.withLock { $0.isAdvancementRestricted ? min(rate, $0.defaultRate) : rate }
  }
}
