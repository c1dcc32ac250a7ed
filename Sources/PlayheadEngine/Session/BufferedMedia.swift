import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// The media that is buffered ahead of the position, and how long it will last. Pure.
struct BufferedMedia {
  /// Seconds of decoded media and packets after the position, in the track with the least.
  var decodedSeconds: Double
  /// The state of the source's transfer; nil for a local source.
  var transfer: TransferSnapshot?
  /// The position in seconds.
  var position: Double
  /// The duration of the item; not numeric if unknown.
  var duration: CMTime
  /// The requested rate.
  var rate: Float
  /// Whether the packet queues have no capacity for more.
  var areQueuesFull: Bool
  /// Whether the last packet was read.
  var hasReadEverything: Bool

  /// For segmented streams, in seconds: less than a usual segment does not bridge a slow one.
  static let comfortableStream = 4.0

  /// Seconds of decoded media, packets, and bytes at the average bit rate.
  var secondsAhead: Double {
    if let stream = transfer?.stream { return max(decodedSeconds, stream.loadedEnd - position) }
    guard let transfer, let size = transfer.size, size > 0, duration.isNumeric else { return decodedSeconds }
    return decodedSeconds + Double(transfer.bytesAhead) / Double(size) * duration.seconds
  }

  /// Seconds for which the buffered media lasts. At double rate, a second of media lasts half as long.
  var playingTime: Double { secondsAhead / speed }

  /// Whether neither the packet queues nor the byte buffer has capacity for more media. Without a known size bytes
  /// cannot be converted to time, and the packet queues alone decide.
  var hasNoCapacity: Bool {
    guard areQueuesFull else { return false }
    guard let transfer, transfer.size != nil || transfer.stream != nil else { return true }
    return transfer.isFull
  }

  /// Whether waiting longer would buffer nothing more.
  var isComplete: Bool { hasReadEverything || hasNoCapacity }

  /// Whether enough is buffered for a while, or media arrives faster than it is played.
  var isLikelyToKeepUp: Bool {
    if transfer?.isFull == true || hasReadEverything { return true }
    if transfer?.stream != nil { return secondsAhead >= Self.comfortableStream * speed }
    guard let throughput = transfer?.throughput, let averageBitRate else {
      return decodedSeconds >= BufferMonitor.firstGoal
    }
    return throughput > averageBitRate * speed
  }

  /// The bytes of a file that a number of seconds takes on average.
  ///
  /// - Parameter seconds: The requested forward buffer; nil for the default.
  /// - Returns: nil if no forward buffer is requested, or if the size or the duration is unknown.
  func readAheadBytes(for seconds: Double?) -> Int? {
    guard let seconds, let size = transfer?.size, duration.isNumeric, duration > .zero else { return nil }
    return Int(saturating: min(1e12, Double(size) / duration.seconds * seconds))
  }

  /// Bits per second of a file; nil if its size or its duration is unknown.
  private var averageBitRate: Double? {
    guard let size = transfer?.size, duration.isNumeric, duration > .zero else { return nil }
    return Double(size) * 8 / duration.seconds
  }

  /// The factor by which media is used up faster than time passes; 1 for slower and for reverse playback.
  private var speed: Double { Double(max(1, rate)) }
}
