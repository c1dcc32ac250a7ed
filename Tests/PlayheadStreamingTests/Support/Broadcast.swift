import Foundation
import PlayheadTesting
import TestSupport

/// A server whose window holds `size` of the segments of a file, which is repeated after discontinuities.
final class Broadcast {
  let server: FaultServer
  let sliced: SlicedStream
  let size: Int
  var first = 0
  var hasEnded = false
  /// `EVENT`: no segment leaves the window.
  var kind = ""
  /// Precede the segments.
  var tags: [String] = []

  init(size: Int) throws {
    server = try FaultServer()
    sliced = try SlicedStream.transport("start-offset.ts")
    self.size = size
    sliced.serve("/a", on: server, playlist: "")
    publish()
  }

  func publish() {
    let count = sliced.segments.count
    let begin = kind == "EVENT" ? 0 : first
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(begin)",
      "#EXT-X-DISCONTINUITY-SEQUENCE:\(begin / count)",
    ]
    if !kind.isEmpty { lines.append("#EXT-X-PLAYLIST-TYPE:\(kind)") }
    lines += tags
    for number in begin..<first + size {
      if number > begin, number.isMultiple(of: count) {
        lines.append("#EXT-X-DISCONTINUITY")
      }
      let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
      lines.append("#EXT-X-PROGRAM-DATE-TIME:" + date.formatted(.iso8601))
      lines += ["#EXTINF:\(sliced.segments[number % count].duration),", "\(number % count).ts"]
    }
    if hasEnded { lines.append("#EXT-X-ENDLIST") }
    server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }

  /// The end of the newest media, on the stream's timeline.
  var end: Double {
    let count = sliced.segments.count
    let sum = { (some: Int) in self.sliced.segments.prefix(some).reduce(0) { $0 + $1.duration } }
    return Double((first + size) / count) * sum(count) + sum((first + size) % count)
  }

  func slide() {
    first += 1
    publish()
  }
}
