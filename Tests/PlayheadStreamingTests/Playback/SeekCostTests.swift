import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

/// The requests of a jump in a long stream.
@Suite("The cost of a seek")
struct SeekCostTests {
  /// More than an hour in segments of a second, in two variants; each segment has its own URL.
  private func ladder(on server: FaultServer) throws {
    let clip = try SlicedStream.fragments("fragmented.mp4")
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
    lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
    var time = 0.0
    var number = 0
    while time < 3700 {
      // The file does not repeat at the times of the test: its first frame comes after its first audio.
      let index = (number + 5) % clip.segments.count
      if number > 0, index == 0 { lines.append("#EXT-X-DISCONTINUITY") }
      lines += ["#EXTINF:\(clip.segments[index].duration),", "\(index).m4s?n=\(number)"]
      time += clip.segments[index].duration
      number += 1
    }
    lines.append("#EXT-X-ENDLIST")
    let playlist = lines.joined(separator: "\n")
    var main = "#EXTM3U\n"
    for (name, rate) in [("a", 2_000_000), ("b", 600_000)] {
      clip.serve("/\(name)", on: server, playlist: playlist)
      main += "#EXT-X-STREAM-INF:BANDWIDTH=\(rate),RESOLUTION=320x180\n\(name)/index.m3u8\n"
    }
    server.serve("/index.m3u8", ServedResource(.data(Data(main.utf8))))
  }

  @Test("from minute 5 to minute 60: the frame needs the initialization section and two segments at most")
  func minutes() throws {
    let server = try FaultServer()
    try ladder(on: server)
    let run = StreamRun(server.url("/index.m3u8"), ahead: 0.1, packetBytes: 32 << 10)
    run.session.setRate(0)
    run.run(seconds: 1)
    run.seek(to: 300)
    run.run(seconds: 1)
    #expect(abs(run.position - 300) < 0.001)
    let before = server.requests.count
    let place = 3600
    run.seek(to: Double(place))
    // The frame is shown; later media, needed for playing on, is not requested yet.
    run.run(seconds: 0.1)
    #expect(run.position == 3600)
    #expect(abs((run.frames.last?.time.seconds ?? 0) - 3600) < 0.034)
    let requested = server.requests[before...].map(\.target)
    for variant in ["/a/", "/b/"] {
      let own = requested.filter { $0.hasPrefix(variant) }
      #expect(own.count { $0.contains("init") } <= 1, "\(requested)")
      let segments = own.filter { $0.contains(".m4s") }
      #expect(Set(segments).count == segments.count, "\(requested)")
      // The segment of the time, and the one before it, whose last frame is still shown then. A third is read ahead.
      let needed = segments.filter { Int($0.split(separator: "=").last ?? "").map { $0 <= place } ?? true }
      #expect(needed.count <= 2 && segments.count <= 3, "\(requested)")
      #expect(!own.contains { $0.contains(".m3u8") }, "\(requested)")
    }
    #expect(requested.contains { $0.contains(".m4s") })
  }
}
