import Foundation
import PlayheadTesting

/// A stream of one fixture in one segment, with two variants and selectable audio renditions.
enum ServedStream {
  static func serve(_ multivariant: String, on server: FaultServer) throws {
    server.serve("/index.m3u8", ServedResource(.data(Data(multivariant.utf8))))
    let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXTINF:10,", "film.ts", "#EXT-X-ENDLIST"]
    for path in ["/a.m3u8", "/b.m3u8"] {
      server.serve(path, ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    }
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
  }
}
