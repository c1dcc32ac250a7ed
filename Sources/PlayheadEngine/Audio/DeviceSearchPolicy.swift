/// When to look for an audio device again while there is none. Pure.
struct DeviceSearchPolicy {
  /// The next look; nil while there is a device.
  private(set) var deadline: HostTime?
  private var attempts = 0

  /// Soon at first: whoever plugs a headset in waits for it. A machine without a sound server must not be asked for
  /// ever that often.
  static let interval = HostDuration.seconds(2)
  static let longInterval = HostDuration.seconds(10)
  private static let quickAttempts = 30

  /// No device could be opened or started.
  mutating func failed(at now: HostTime) {
    attempts += 1
    deadline = now + (attempts > Self.quickAttempts ? Self.longInterval : Self.interval)
  }

  /// A device was started and played nothing: it may be held by another program, which takes longer.
  mutating func stuck(at now: HostTime) {
    attempts += 1
    deadline = now + Self.longInterval
  }

  /// The look is under way, or not needed while nothing plays.
  mutating func looked() { deadline = nil }

  /// Whether no device has played since one was missing.
  var isUnderWay: Bool { attempts > 0 }
}
