/// A time code (SMPTE ST 12).
public struct CVSMPTETime: Hashable, Sendable {
  /// The number of subframes.
  public var subframes: Int16
  /// The number of subframes in a frame.
  public var subframeDivisor: Int16
  /// The number of messages that were received.
  public var counter: UInt32
  /// The frame rate of the time code.
  public var type: UInt32
  /// Whether the time is valid (1), and running (2).
  public var flags: UInt32
  /// The hours.
  public var hours: Int16
  /// The minutes.
  public var minutes: Int16
  /// The seconds.
  public var seconds: Int16
  /// The frames.
  public var frames: Int16

  /// Creates a time code of zero.
  public init() {
    self.init(
      subframes: 0, subframeDivisor: 0, counter: 0, type: 0, flags: 0, hours: 0, minutes: 0, seconds: 0, frames: 0)
  }

  /// Creates a time code.
  public init(
    subframes: Int16, subframeDivisor: Int16, counter: UInt32, type: UInt32, flags: UInt32, hours: Int16,
    minutes: Int16, seconds: Int16, frames: Int16
  ) {
    self.subframes = subframes
    self.subframeDivisor = subframeDivisor
    self.counter = counter
    self.type = type
    self.flags = flags
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
  }
}
