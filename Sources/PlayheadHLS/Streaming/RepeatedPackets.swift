import CoreMedia

/// Filters the packets that a segment delivers a second time. Pure.
///
/// An interrupted segment is requested again and read from its first byte, because many servers support no ranges.
/// Packets returned before the failure must not reach the decoders twice: with repeated interruptions, they would fill
/// the packet queues of one track and block the others.
struct RepeatedPackets {
  /// By stream: the decode time of the last packet returned.
  private var last: [Int: CMTime] = [:]
  /// The same when the segment was interrupted; cleared for a stream by its first later packet.
  private var repeated: [Int: CMTime] = [:]
  /// Whether the part that reads the segment again is still to begin.
  private var isExpected = false

  /// Notes that the present segment was interrupted and that the next part reads it again.
  mutating func expect() {
    repeated = last
    isExpected = true
  }

  /// Notes the end of a part. Only the part after a failure contains repetitions.
  mutating func partEnded() {
    if !isExpected { repeated = [:] }
    isExpected = false
  }

  /// Whether a packet was returned before. One without a decode time counts as new.
  mutating func contain(stream: Int, decodeTime: CMTime) -> Bool {
    guard decodeTime.isNumeric else { return false }
    if let time = repeated[stream], decodeTime <= time { return true }
    repeated[stream] = nil
    last[stream] = decodeTime
    return false
  }
}
