import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import TestSupport

/// The number of first bytes of each segment of a `SlicedStream` that hold its first frame, including the data that a
/// decoder needs before it.
struct KeyFrameRanges {
  var lengths: [Int] = []

  /// For segments of `SlicedStream.transport`: up to the start of the next frame.
  static func transport(_ name: String) throws -> KeyFrameRanges {
    var demuxer = try Demuxer(source: FileByteSource(path: try Fixtures.url(name).path))
    let video = demuxer.info.preferredTrack(.video)?.index
    var found = KeyFrameRanges()
    var key: Int?
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == video, let offset = packet.fileOffset.map({ Int($0) / 188 * 188 }) else { continue }
      if let start = key {
        // The first segment is cut from the beginning of the file; the others have two packets of tables before them.
        found.lengths.append(found.lengths.isEmpty ? offset : offset - start + 376)
        key = nil
      }
      if packet.isKey { key = offset }
    }
    return found
  }

  /// For segments of `SlicedStream.fragments`: to the end of the first frame.
  static func fragments(_ name: String, _ sliced: SlicedStream) throws -> KeyFrameRanges {
    var demuxer = try Demuxer(source: FileByteSource(path: try Fixtures.url(name).path))
    let video = demuxer.info.preferredTrack(.video)?.index
    var found = KeyFrameRanges()
    var start = sliced.section?.count ?? 0
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == video, packet.isKey, let offset = packet.fileOffset.map({ Int($0) }) else { continue }
      found.lengths.append(offset + packet.byteCount - start)
      start += sliced.segments[found.lengths.count - 1].data.count
    }
    return found
  }

  /// An I-frame playlist of the segments (RFC 8216 §4.3.3.6).
  func playlist(_ sliced: SlicedStream) -> String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:10", "#EXT-X-I-FRAMES-ONLY"]
    if sliced.section != nil { lines.append("#EXT-X-MAP:URI=\"init.mp4\"") }
    for (index, segment) in sliced.segments.enumerated() {
      lines += [
        String(format: "#EXTINF:%.6f,", segment.duration), "#EXT-X-BYTERANGE:\(lengths[index])@0",
        "\(index).\(sliced.suffix)",
      ]
    }
    return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }
}
