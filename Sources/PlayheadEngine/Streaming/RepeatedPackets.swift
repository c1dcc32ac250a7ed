import CoreMedia

/// Leaves out the packets that a segment brings a second time. Pure.
///
/// A segment whose bytes break off is asked for again and read from its first byte, because many servers send no ranges. What was given
/// before the failure must not reach the decoders twice: while a server breaks off again and again, the repetitions would fill the packet
/// queues of one track, and nothing more of the others could be read.
struct RepeatedPackets {
  /// By stream: the decode time of the last packet that was given.
  private var last: [Int: CMTime] = [:]
  /// The same when the segment broke off; a stream leaves it with its first packet behind that time.
  private var repeated: [Int: CMTime] = [:]
  /// The part that reads the segment again has not begun.
  private var isExpected = false

  /// The segment that is being read broke off, and the next part reads it again.
  mutating func expect() {
    repeated = last
    isExpected = true
  }

  /// A part ends. Only the one that follows on a failure brings anything again.
  mutating func partEnded() {
    if !isExpected { repeated = [:] }
    isExpected = false
  }

  /// Whether a packet was given before. One without a decode time is given again.
  mutating func contain(stream: Int, decodeTime: CMTime) -> Bool {
    guard decodeTime.isNumeric else { return false }
    if let time = repeated[stream], decodeTime <= time { return true }
    repeated[stream] = nil
    last[stream] = decodeTime
    return false
  }
}
