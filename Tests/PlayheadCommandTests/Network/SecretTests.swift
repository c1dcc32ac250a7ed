import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// No command prints a user, a password or the value of a query, whether it can read the address or not.
@Suite struct SecretTests {
  static let commands: [[String]] = [
    ["info"], ["info", "--json"], ["explain"], ["dump"], ["captions"], ["captions", "--json"], ["playlist"],
    ["playlist", "--json"], ["play", "--headless", "--no-audio", "--verbose", "--length=0.1"],
  ]

  private func secret(_ url: URL) -> String {
    url.absoluteString.replacingOccurrences(of: "http://", with: "http://ada:hunter-two@") + "?token=hunter-two"
  }

  @Test(arguments: commands) func printsNoSecrets(command: [String]) throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.url.path, "HOME": folder.url.path]
    let server = try FaultServer()
    // What a playlist says is what the command about playlists is asked for.
    let query = command[0] == "playlist" ? "" : "?token=hunter-two"
    server.serve("/film.mp4", try ServedResource(file: Fixtures.url("h264-bframes.mp4")))
    server.serve(
      "/index.m3u8",
      ServedResource(
        .data(Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n0.ts\(query)\n#EXT-X-ENDLIST\n".utf8))))
    let addresses = [
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
