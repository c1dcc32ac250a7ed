import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The search for the sync sample at which reading for a start begins: seeks before the target, and further back while
/// the first sync sample found is after the target.
///
/// Belongs to the reader thread.
package struct SyncSampleSearch {
  /// The position that was found. The source continues after it.
  package struct Result {
    /// The time of the sync sample; nil if none was found, or the search was interrupted.
    package var key: CMTime?
    /// The packets to distribute, in the order in which they were read. Those of the leading track before the sync
    /// sample cannot be decoded and are left out.
    package var packets: [Packet] = []

    /// Creates a result; without arguments: nothing was found.
    package init(key: CMTime? = nil, packets: [Packet] = []) {
      self.key = key
      self.packets = packets
    }
  }

  /// Seconds before the target at which to search, each time the first sync sample found is after the target.
  static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]

  /// The index of the track used for seeking: video, or the first track without video.
  package let lead: Int
  /// Whether `lead` is video. Only video has packets without a sync sample.
  package let isVideo: Bool
  /// The bytes after which the search for a sync sample gives up.
  package let byteLimit: Int

  /// Creates a search for one track, which gives up after so many bytes.
  package init(lead: Int, isVideo: Bool, byteLimit: Int) {
    self.lead = lead
    self.isVideo = isVideo
    self.byteLimit = byteLimit
  }

  /// Finds the position for a start.
  ///
  /// - Parameters:
  ///   - isAtStart: Whether nothing has been read from the source: a start at zero then needs no seek.
  ///   - admits: Whether a packet belongs to a selected track. Called once for each packet that is read.
  ///   - isInterrupted: Whether the result is no longer needed. Called between packets.
  /// - Throws: `MediaError` if seeking or reading fails.
  package func find(
    _ target: CMTime, _ source: any PacketSource, isAtStart: Bool, admits: (Packet) -> Bool,
    isInterrupted: () -> Bool
  ) throws(MediaError) -> Result {
    // Audio starts a little early: decoders output correct samples only after a packet or two.
    let preroll = isVideo ? .zero : CMTime(value: 1, timescale: 10)
    let isFromBeginning = target <= .zero
    var result = Result()
    for (attempt, back) in Self.stepsBack.enumerated() {
      let seekTime = target - preroll - CMTime(seconds: back, preferredTimescale: 1000)
      if !(isAtStart && isFromBeginning && attempt == 0) && source.info.isSeekable {
        try source.seek(to: isFromBeginning ? .zero : seekTime, track: lead)
      }
      let isLast =
        !isVideo || isFromBeginning || !source.info.isSeekable || seekTime <= .zero
        || attempt == Self.stepsBack.count - 1
      result = try readToKey(source, acceptsAny: isLast, admits: admits, isInterrupted: isInterrupted)
      if isLast { break }
      if let key = result.key, key + reorderingDelay(source) <= target { break }
    }
    return result
  }

  /// The maximum delay from decode to presentation where the container only has decode times: three frames, more than
  /// codecs in such containers reorder.
  private func reorderingDelay(_ source: any PacketSource) -> CMTime {
    guard !source.info.hasPresentationTimes, isVideo, let video = source.info.track(at: lead)?.video else {
      return .zero
    }
    return video.minFrameDuration.isNumeric
      ? CMTimeMultiply(video.minFrameDuration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the first sync sample of the leading track. Packets of other tracks are retained. Some containers mark no
  /// sync samples (4X Movie, DXA, DFA, APNG): with `acceptsAny`, the first packet is used if no sync sample is found.
  ///
  /// - Parameter acceptsAny: Whether no further search follows, so that packets without a sync sample are used.
  private func readToKey(
    _ source: any PacketSource, acceptsAny: Bool, admits: (Packet) -> Bool, isInterrupted: () -> Bool
  ) throws(MediaError) -> Result {
    var bytes = 0
    var all: [Packet] = []
    while bytes < byteLimit, !isInterrupted(), let packet = try source.read() {
      guard admits(packet) else { continue }
      bytes += packet.byteCount
      all.append(packet)
      guard packet.streamIndex == lead, packet.isKey || !isVideo else { continue }
      return Result(key: packet.startTime, packets: all.filter { $0.streamIndex != lead || $0 === packet })
    }
    guard acceptsAny else { return Result(key: nil, packets: all.filter { $0.streamIndex != lead }) }
    return Result(key: all.first { $0.streamIndex == lead }?.startTime, packets: all)
  }
}

extension Packet {
  /// The presentation time, or the decode time in containers without presentation times.
  fileprivate var startTime: CMTime { presentationTime.isNumeric ? presentationTime : decodeTime }
}
