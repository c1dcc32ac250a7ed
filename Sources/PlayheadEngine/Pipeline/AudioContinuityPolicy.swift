/// Decides whether decoded audio that does not begin where the audio before it ended follows a gap in the track. Pure; all times in
/// seconds.
///
/// Packets tell: where each begins at the end of the one before, the track has no gap. A decoder that gives less than its packets
/// last holds audio back (WMA: one frame from the first packet on), and a container without times guesses its packets' durations
/// (xWMA): then samples follow on each other. Slow drift between times and samples is a capture's clock, and is corrected.
struct AudioContinuityPolicy {
  /// Times are rounded to the container's ticks: smaller steps than this are no gaps.
  static let tolerance = 0.03
  /// A clock drifts by less than this from one frame to the next.
  static let step = 0.005
  /// More than any decoder holds back. Beside video, audio does not come earlier than its times by more than this.
  static let delayLimit = 0.25

  /// Audio alone has nothing to be in sync with.
  let isAlone: Bool
  /// Whether the decoder gives the audio of its first packets with later ones, and with their times. The times of all other decoders
  /// are trusted: some give only a part of what a packet holds.
  let delaysFirst: Bool
  private var firstPacket: Double?
  private var packetEnd: Double?
  private var packetStart: Double?
  /// Whether the newest packet has the time of the one before it: a container that gives one time to many packets (RealMedia, each block
  /// of a codec; some writers, all of them) says nothing of where each belongs.
  private var isTimeRepeated = false
  /// Whether packets advance by less than half of what each lasts: some demuxers (ISS) count the bytes of a compressed track wrongly.
  private var overlaps = false
  /// Where packets did not follow on each other, until the frame there has been placed.
  private var breakTime: Double?
  /// What is added to the times of frames: below zero where samples are placed earlier.
  private(set) var delay = 0.0
  private var lastDifference = 0.0

  init(isAlone: Bool, delaysFirst: Bool = false) {
    self.isAlone = isAlone
    self.delaysFirst = delaysFirst
  }

  /// Whether libavcodec's decoder of a codec does so: WMA's begin within a superframe.
  static func delaysFirst(_ codec: String) -> Bool { codec.hasPrefix("wma") || codec.hasPrefix("xma") }

  /// The decoder begins anew.
  mutating func begin() { self = AudioContinuityPolicy(isAlone: isAlone, delaysFirst: delaysFirst) }

  /// The decoder was given a packet. `start` is NaN where it has no time, `duration` 0 where it is unknown.
  mutating func sent(start: Double, duration: Double) {
    guard start.isFinite, duration > 0 else { return lost() }
    if firstPacket == nil { firstPacket = start }
    isTimeRepeated = start == packetStart
    if isAlone, let packetStart, start > packetStart, start - packetStart < duration / 2 { overlaps = true }
    packetStart = start
    if isTimeRepeated { return }
    if let packetEnd, abs(start - packetEnd) > Self.tolerance { breakTime = start }
    packetEnd = start + duration
  }

  /// A packet could not be decoded, or another decoder begins: times alone tell where the next audio belongs.
  mutating func lost() {
    packetEnd = nil
    breakTime = -.infinity
  }

  /// Where the first frame belongs.
  mutating func start(of time: Double) -> Double {
    guard delaysFirst, breakTime == nil, let firstPacket, time > firstPacket, time - firstPacket < Self.delayLimit
    else {
      return time
    }
    delay = firstPacket - time
    return firstPacket
  }

  /// The gap before a frame: positive to be filled with silence, negative to be cut from the frame.
  mutating func gap(before time: Double, expected: Double) -> Double {
    if isTimeRepeated || overlaps { return 0 }
    let difference = time - expected + delay
    guard abs(difference) >= Self.tolerance else {
      lastDifference = difference
      if let place = breakTime, time >= place { breakTime = nil }
      return 0
    }
    let isStep = abs(difference - lastDifference) > Self.step
    lastDifference = 0
    if delaysFirst, breakTime == nil, isStep, isAlone || abs(delay - difference) < Self.delayLimit {
      delay -= difference
      return 0
    }
    breakTime = nil
    return difference
  }
}
