/// What a key does.
enum PlayerAction: Equatable, Sendable {
  case togglePause
  /// Exact: to the very picture. Otherwise a nearby keyframe will do, where that is quicker.
  case seek(seconds: Double, isExact: Bool)
  case seekToStart
  case multiplyRate(Double)
  case resetRate
  /// Percent.
  case changeVolume(Double)
  case toggleMute
  case step(Int)
  /// The next captions, or with -1 the ones before; behind the last none.
  case cycleCaptions(Int)
  case nextFile, previousFile
  case showInformation, showKeys
  case redraw
  case suspend
  case quit
}
