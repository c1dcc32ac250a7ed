/// Decides whether decoded audio that does not begin at the end of the audio before it follows a gap in the track.
/// Pure; all times in seconds.
///
/// The times of packets decide: where each packet begins at the end of its predecessor, the track has no gap. A decoder
/// that outputs less than the duration of its packets delays audio (WMA: by one frame from the first packet on), and in
/// a container without times the durations of packets are estimated (xWMA): then samples are contiguous. Slow drift
/// between times and samples comes from the clock of a capture device, and is corrected.
package struct AudioContinuityPolicy {
  /// Times are rounded to the container's timescale: smaller steps than this are no gaps.
  static let tolerance = 0.03
  /// A clock drifts by less than this from one frame to the next.
  static let step = 0.005
  /// More than any decoder delays. With video, audio is never placed earlier than its times by more than this.
  static let delayLimit = 0.25

  /// Whether there is no video with which the audio must be in sync.
  let isAlone: Bool
  /// Whether the decoder outputs the audio of its first packets with later ones, and with their times. The times of all
  /// other decoders are trusted: some output only a part of a packet's audio.
  let delaysFirst: Bool
  /// The start of the first packet since the decoder was flushed; nil before it.
  private var firstPacket: Double?
  /// The time at which the next packet begins if the track has no gap; nil if that is unknown.
  private var packetEnd: Double?
  /// The start of the newest packet that has a time.
  private var packetStart: Double?
  /// Whether the newest packet has the time of its predecessor: then the container assigns one time to many packets
  /// (RealMedia, each block of a codec; some writers, all of them), and the time does not place a single packet.
  private var isTimeRepeated = false
  /// Whether packets advance by less than half of their duration: some demuxers (ISS) miscount the bytes of a
  /// compressed track.
  private var overlaps = false
  /// The time at which packets were not contiguous, until the frame there has been placed.
  private var breakTime: Double?
  /// The offset added to the times of frames: below zero where samples are placed earlier.
  private(set) var delay = 0.0
  /// The distance of the last frame from its expected place, where it was within the tolerance: the drift so far.
  private var lastDifference = 0.0

  /// Creates the policy for a decoder that has just been created or flushed.
  package init(isAlone: Bool, delaysFirst: Bool = false) {
    self.isAlone = isAlone
    self.delaysFirst = delaysFirst
  }

  /// Whether libavcodec's decoder of a codec delays its first audio: WMA frames begin within a superframe.
  package static func delaysFirst(_ codec: String) -> Bool { codec.hasPrefix("wma") || codec.hasPrefix("xma") }

  /// Resets the state after the decoder was flushed.
  mutating func begin() { self = AudioContinuityPolicy(isAlone: isAlone, delaysFirst: delaysFirst) }

  /// Records a packet sent to the decoder. `start` is NaN if it has no time, `duration` 0 if it is unknown.
  ///
  /// The times are seconds since the target of the start.
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

  /// Records that a packet could not be decoded, or that the decoder was replaced: only the time places the next audio.
  mutating func lost() {
    packetEnd = nil
    breakTime = -.infinity
  }

  /// The time at which the first frame is placed.
  ///
  /// It is the time of the first packet if the frame is later only because the decoder delays it: `delay` is then set.
  /// Otherwise it is `time`.
  mutating func start(of time: Double) -> Double {
    guard delaysFirst, breakTime == nil, let firstPacket, time > firstPacket, time - firstPacket < Self.delayLimit
    else {
      return time
    }
    delay = firstPacket - time
    return firstPacket
  }

  /// The gap before a frame: if positive, filled with silence; if negative, cut from the frame.
  ///
  /// - Parameters:
  ///   - time: The frame's presentation time since the target.
  ///   - expected: The end of all samples so far, counted from the target.
  /// - Returns: Seconds; zero if the frame continues the samples before it.
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
