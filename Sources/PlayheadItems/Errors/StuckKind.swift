/// How a player can hang without a failure.
package enum StuckKind: Sendable, Equatable {
  /// It waits for media, and none arrives.
  case buffering
  /// Its clock should run, but the position does not move.
  case playing
  /// Everything has been played, but the end is not reported.
  case pastTheEnd
  /// Everything is ready and playback is requested, but it does not start.
  case suppressed
}
