import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// No command prints a user, a password or the value of a query, whether it can read the address or not.
@Suite struct SecretTests {
  static let commands: [[String]] = [
    ["info"], ["info", "--json"], ["explain"], ["dump"], ["captions"], ["captions", "--json"], ["playlist"],
    ["playlist", "--json"], ["frame", "--at=0", "--track=99", "-o", "/dev/null/a.png"],
    ["frame", "--at=0", "-o", "/dev/null/a.png"], ["thumbnails", "--count=2", "--out=/dev/null/a"],
    ["dump", "--track=99"], ["dump", "--track=1", "--track=1"], ["dump", "--track=1,1"],
    ["play", "--headless", "--no-audio", "--verbose", "--length=0.1"],
  ]

  private func secret(_ url: URL) -> String {
    url.absoluteString.replacingOccurrences(of: "http://", with: "http://ada:hunter-two@") + "?token=hunter-two"
  }

  @Test(arguments: commands) func printsNoSecrets(command: [String]) throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.url.path, "HOME": folder.url.path]
    let server = try FaultServer()
    let query = "?token=hunter-two"
    server.serve("/film.mp4", try ServedResource(file: Fixtures.url("h264-bframes.mp4")))
    server.serve(
      "/index.m3u8",
      ServedResource(
        .data(Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n0.ts\(query)\n#EXT-X-ENDLIST\n".utf8))))
    let lines = [
      "#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"hunter-two\"",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"data:text/plain,hunter-two-hunter\"",
      "#EXT-X-MAP:URI=\"//ada:hunter-two@127.0.0.1:1/i.mp4\"",
      "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:00Z\",X-ASSET-URI=\"ad.m3u8?token={$a}\"",
      "#EXTINF:1,", "0.ts?token={$a}", "#EXTINF:1,", "http://ada:hunter-two@127.0.0.1:1/1.ts?{$a}", "#EXT-X-ENDLIST",
    ]
    server.serve("/named.m3u8", ServedResource(.data(Data((lines.joined(separator: "\n") + "\n").utf8))))
    server.serve(
      "/all.m3u8",
      ServedResource(
        .data(
          Data(
            """
            #EXTM3U
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer?token=hunter-two"
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="a.json?token=hunter-two"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key?token=hunter-two"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="a.m3u8?token=hunter-two"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            index.m3u8?token=hunter-two

            """.utf8))))
    let addresses = [
      secret(server.url("/named.m3u8")), secret(server.url("/all.m3u8")),
      secret(server.url("/film.mp4")), secret(server.url("/index.m3u8")), secret(server.url("/missing.mp4")),
      "http://ada:hunter-two@[bad/film.mp4?token=hunter-two", "http://ada:hunter two@a.example/?token=hunter-two",
    ]
    for address in addresses {
      let printed = try BuiltCommand.run(command + [address], environment: environment)
      let text = printed.out + printed.error
      #expect(!text.contains("hunter"), "\(command) \(address): \(text.prefix(600))")
    }
  }
}
