import CoreMedia
import PlayheadFFmpeg

/// Reverse playback: whole GOPs are read, the last one first.
extension DemuxLoop {
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

  func finishReverse() {
    reverseBound = nil
    isIdle = true
    for queue in queues.values { queue.push(.endOfStream) }
  }
}
