/// The action of a key.
enum PlayerAction: Equatable, Sendable {
  case togglePause
  /// An exact seek goes to the exact frame. Otherwise a nearby keyframe suffices if it is faster.
  case seek(seconds: Double, isExact: Bool)
  case seekToStart
  case multiplyRate(Double)
  case resetRate
  /// Percent.
  case changeVolume(Double)
  case toggleMute
  case step(Int)
  /// The next captions, or with -1 the previous ones; none after the last.
  case cycleCaptions(Int)
  case nextFile, previousFile
  case showInformation, showKeys
  case redraw
  case suspend
  case quit
}
