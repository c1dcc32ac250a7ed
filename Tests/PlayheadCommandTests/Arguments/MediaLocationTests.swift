import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct MediaLocationTests {
  @Test(
    "parses local paths",
    arguments: [
      ("/tmp/a b.mp4", "/tmp/a b.mp4", "a b.mp4"),
      ("file:///tmp/a%20b.mp4", "/tmp/a b.mp4", "a b.mp4"),
      ("file://localhost/tmp/x", "/tmp/x", "x"),
      ("FILE:/tmp/x", "/tmp/x", "x"),
      ("/tmp/100%.mp4", "/tmp/100%.mp4", "100%.mp4"),
      ("/tmp/映画#1?.mkv", "/tmp/映画#1?.mkv", "映画#1?.mkv"),
      ("/tmp/-x", "/tmp/-x", "-x"),
      ("/tmp/12:30 show.ts", "/tmp/12:30 show.ts", "12:30 show.ts"),
    ])
  func parsesLocalPaths(text: String, path: String, name: String) {
    let location = MediaLocation(text)
    #expect(location.url.isFileURL)
    #expect(location.url.path == path)
    #expect(location.name == name)
    #expect(location.text == text)
  }

  @Test("parses relative names") func parsesRelativeNames() {
    #expect(MediaLocation("a:b.mp4").url.isFileURL)
    #expect(MediaLocation("x.mp4").url.path.hasSuffix("/x.mp4"))
    #expect(MediaLocation("x.mp4").url.absoluteString.hasPrefix("file:///"))
  }

  @Test("URLs keep their scheme") func urlsKeepTheirScheme() {
    #expect(MediaLocation("https://example.org/a.mp4").url.scheme == "https")
    #expect(MediaLocation("rtsp://example.org/a").url.scheme == "rtsp")
  }
}
