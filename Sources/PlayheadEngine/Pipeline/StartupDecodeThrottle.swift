/// What is decoded beside an item's first picture: until that is on the screen the machine is left to it.
struct StartupDecodeThrottle: Equatable {
  /// As long as a picture takes from the decoder to the screen.
  static let length = HostDuration.milliseconds(50)
  /// Those of that time at sixty a second, and one.
  static let count = 4
  /// How often it is looked whether those are still there: a quick rate uses them up.
  static let interval = HostDuration.milliseconds(10)

  /// nil before the first picture has come.
  private var end: HostTime?

  /// A picture has come. The first one begins the pause.
  mutating func noteLanding(at now: HostTime) {
    if end == nil { end = now + Self.length }
  }

  /// When to look again whether another picture is wanted; nil if one is.
  func nextLook(with count: @autoclosure () -> Int, at now: HostTime) -> HostTime? {
    guard let end, now < end, count() >= Self.count else { return nil }
    return min(end, now + Self.interval)
  }
}
