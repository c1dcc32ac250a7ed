import CoreMedia
import PlayheadFFmpeg

/// The packets of a GOP from its sync sample to the last one that a frame before `upper` needs, in decode order. With a
/// context, those around it too.
struct ReverseGroup: Sendable {
  /// In decode order, the first one a sync sample.
  var packets: [Packet]
  /// The time of the sync sample: the GOP's first frame.
  var lower: CMTime
  /// Frames from here on belong to the GOP that was shown before.
  var upper: CMTime
  /// The time before and after the GOP from which packets are included, because its frames need others around them.
  var context = CMTime.zero
  /// Whether interlaced frames become two.
  var doublesRate = false

  /// The presentation times of its frames, ascending.
  var times: [CMTime] {
    packets.map(\.presentationTime).filter { $0.isNumeric && $0 >= lower && $0 < upper }.sorted()
  }

  /// Whether the decoder must output the frame of a packet, or use it as context, for a part of the GOP.
  func needs(_ packet: Packet, for part: Range<CMTime>) -> Bool {
    let time = packet.presentationTime
    return !time.isNumeric || (time >= part.lowerBound - context && time < part.upperBound + context)
  }

  /// Returns the GOP's time range in parts of at most `count` frames, the latest first. Each part is decoded from the
  /// sync sample on, so fewer parts are better; but the frames of a part must fit into memory.
  func parts(of count: Int) -> [Range<CMTime>] {
    let times = times
    guard !times.isEmpty, count > 0 else { return [] }
    var parts: [Range<CMTime>] = []
    var end = times.count
    while end > 0 {
      let start = max(0, end - count)
      parts.append(times[start]..<(end == times.count ? upper : times[end]))
      end = start
    }
    return parts
  }
}
