import Foundation
import PlayheadTesting

/// An endless live stream of fragmented MP4 without discontinuities: a demuxer could read it as one part for ever.
final class FragmentBroadcast {
  let server: FaultServer
  private let clip: EndlessFragments
  private let size: Int
  private var first = 0

  init(size: Int) throws {
    server = try FaultServer()
    clip = try EndlessFragments("fragmented.mp4")
    self.size = size
    server.serve("/a/init.mp4", ServedResource(.data(clip.sliced.section ?? Data())))
    for number in 0..<size { serve(number) }
    publish()
  }

  /// Paths repeat, so that the server does not retain every segment.
  private func path(_ number: Int) -> String { "\(number % (4 * size)).m4s" }

  private func serve(_ number: Int) { server.serve("/a/" + path(number), ServedResource(.data(clip.data(number)))) }

  private func publish() {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(first)",
      "#EXT-X-MAP:URI=\"init.mp4\"",
    ]
    for number in first..<first + size { lines += ["#EXTINF:\(clip.duration(number)),", path(number)] }
    server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }

  /// The end of the newest media, on the stream's timeline.
  var end: Double {
    let count = clip.sliced.segments.count
    return Double((first + size) / count) * clip.period
      + (0..<(first + size) % count).reduce(0) { $0 + clip.duration($1) }
  }

  func slide() {
    serve(first + size)
    first += 1
    publish()
  }
}
