import CoreMedia
import PlayheadFFmpeg

/// Reverse playback: whole GOPs are read, the last one first.
extension DemuxLoop {
  /// Begins reverse playback before the target of the start. Without video there is nothing to play, and the loop is
  /// idle.
  func beginReverse(_ plan: PipelineStart) {
    guard let videoIndex, let queue = queues[videoIndex] else {
      isIdle = true
      return
    }
    filter = nil
    queue.push(.begin(plan, target: plan.target))
    // The frame at the target itself is the first to be shown.
    reverseBound = plan.target + CMTime(value: 1, timescale: 1_000_000_000)
  }

  /// Reads the GOP that ends before `bound`, and makes its beginning the next bound.
  ///
  /// Searches further back while the sync sample found is after `bound`. At the beginning of the track, reverse
  /// playback ends.
  ///
  /// - Throws: `MediaError` if seeking or reading fails.
  func stepBackward(before bound: CMTime, _ source: any PacketSource) throws(MediaError) {
    guard let videoIndex, let queue = queues[videoIndex], bound > .zero else { return finishReverse() }
    var group: ReverseGroup?
    for back in Self.stepsBack {
      let seekTime = bound - CMTime(value: 1, timescale: 1_000_000) - CMTime(seconds: back, preferredTimescale: 1000)
      try source.seek(to: max(.zero, seekTime), track: videoIndex)
      group = try readGroup(before: bound, videoIndex, source)
      if group != nil || seekTime <= .zero || mailbox.endsCurrentStart { break }
    }
    guard let group else { return finishReverse() }
    queue.push(.group(group))
    reverseBound = group.lower
  }

  /// Reads from the current position the packets of the GOP that frames before `bound` need.
  ///
  /// - Parameters:
  ///   - bound: The end of the GOP's time range.
  ///   - lead: The index of the video track; packets of other tracks are dropped.
  /// - Returns: Nil if the first sync sample is not before `bound`, or no packet was found.
  func readGroup(
    before bound: CMTime, _ lead: Int, _ source: any PacketSource
  ) throws(MediaError) -> ReverseGroup? {
    var packets: [Packet] = []
    while !mailbox.endsCurrentStart, let packet = try source.read() {
      guard packet.streamIndex == lead, packet.isKey || !packets.isEmpty else { continue }
      if packets.isEmpty, !(packet.presentationTime < bound) { return nil }
      if packet.decodeTime.isNumeric, packet.decodeTime >= bound { break }
      packets.append(packet)
    }
    guard let lower = packets.first?.presentationTime, lower.isNumeric else { return nil }
    return ReverseGroup(packets: packets, lower: lower, upper: bound)
  }

  /// Ends reverse playback at the beginning of the track: the decoders report their end.
  func finishReverse() {
    reverseBound = nil
    isIdle = true
    for queue in queues.values { queue.push(.endOfStream) }
  }
}
