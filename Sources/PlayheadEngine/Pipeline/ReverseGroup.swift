import CoreMedia
import PlayheadFFmpeg

/// The packets from one sync sample to the last that a picture before `upper` needs, in decode order.
struct ReverseGroup: Sendable {
  var packets: [Packet]
  /// The sync sample's time: the group's first picture.
  var lower: CMTime
  /// Pictures from here on belong to the group that was shown before.
  var upper: CMTime

  /// The times of its pictures, ascending.
  var times: [CMTime] {
    packets.map(\.presentationTime).filter { $0.isNumeric && $0 >= lower && $0 < upper }.sorted()
  }

  /// The group cut into parts of at most `count` pictures, the latest first. Each part is decoded from the sync sample on, so
  /// fewer parts are better; but a part must fit into memory.
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
