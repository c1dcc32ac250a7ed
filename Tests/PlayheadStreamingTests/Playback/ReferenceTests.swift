import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// The files and URLs that a playlist may reference, in any of its tags.
@Suite struct ReferenceTests {
  private static func text(_ lines: String...) -> String {
    (["#EXTM3U", "#EXT-X-TARGETDURATION:10"] + lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  /// Playlists that name `ADDRESS` in each place that is requested before anything plays.
  static let places: [(name: String, text: String)] = [
    ("segment", text("#EXTINF:10,", "ADDRESS")),
    ("section", text("#EXT-X-MAP:URI=\"ADDRESS\"", "#EXTINF:10,", "0.ts")),
    ("key", text("#EXT-X-KEY:METHOD=AES-128,URI=\"ADDRESS\"", "#EXTINF:10,", "0.ts")),
    ("variant", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nADDRESS\n"),
    (
      "audio",
      "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",DEFAULT=YES,URI=\"ADDRESS\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\nplain.m3u8\n"
    ),
  ]

  private func failure(_ url: URL, _ options: RequestOptions = RequestOptions()) -> MediaError.Kind? {
    do {
      _ = try MediaProbe.probe(url, options: options)
      return nil
    } catch {
      return error.kind
    }
  }

  private func server(_ place: String, _ address: String) throws -> FaultServer {
    let server = try FaultServer()
    server.serve("/0.ts", try ServedResource(file: Fixtures.url("mpeg2.ts")))
    server.serve("/plain.m3u8", ServedResource(.data(Data(Self.text("#EXTINF:10,", "0.ts").utf8))))
    let text = try #require(Self.places.first { $0.name == place }).text
    server.serve(
      "/index.m3u8", ServedResource(.data(Data(text.replacingOccurrences(of: "ADDRESS", with: address).utf8))))
    return server
  }

  @Test(arguments: places.map(\.name)) func refusesLocalFileFromNetwork(place: String) throws {
    let file = try Fixtures.url("mpeg2.ts").absoluteString
    let server = try server(place, file)
    #expect(failure(server.url("/index.m3u8")) == .refused(.localFile))
    server.stop()
  }

  @Test(arguments: places.map(\.name)) func refusesUnknownScheme(place: String) throws {
    let path = try Fixtures.url("mpeg2.ts").path
    for scheme in ["concat", "ftp", "crypto"] {
      let server = try server(place, "\(scheme):\(path)")
      let failure = failure(server.url("/index.m3u8"))
      server.stop()
      #expect(failure == .refused(.unknownScheme(scheme)))
    }
  }

  /// A host in the form of an address of an unassigned network.
  @Test func refusesLocalHostFromFarHost() throws {
    let server = try server("segment", "0.ts")
    var options = RequestOptions()
    let far = try #require(URL(string: "http://film.example/index.m3u8"))
    options.referrer = Referrer(url: far, root: far)
    #expect(failure(server.url("/index.m3u8"), options) == .refused(.localNetwork(host: "127.0.0.1")))
    options.permissions = .localNetwork
    #expect(failure(server.url("/index.m3u8"), options) == nil)
  }

  // MARK: Local playlists

  private func local(_ address: String, in folder: TemporaryFolder) throws -> URL {
    try folder.file("index.m3u8", Data(Self.text("#EXTINF:10,", address).utf8))
  }

  @Test func readsFilesBesideAndBelowLocalPlaylist() throws {
    let folder = try TemporaryFolder()
    let below = folder.url.appendingPathComponent("below")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    let media = try Data(contentsOf: Fixtures.url("mpeg2.ts"))
    try media.write(to: below.appendingPathComponent("0.ts"))
    _ = try folder.file("1.ts", media)
    #expect(failure(try local("below/0.ts", in: folder)) == nil)
    #expect(failure(try local("1.ts", in: folder)) == nil)
    let server = try FaultServer()
    server.serve("/0.ts", ServedResource(.data(media)))
    #expect(failure(try local(server.url("/0.ts").absoluteString, in: folder)) == nil)
  }

  @Test func refusesFilesOutsideFolderOfLocalPlaylist() throws {
    let folder = try TemporaryFolder()
    let outside = try Fixtures.url("mpeg2.ts")
    let link = folder.url.appendingPathComponent("link.ts")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
    for address in [outside.path, outside.absoluteString, "link.ts", "/dev/zero", "/etc/hostname"] {
      #expect(failure(try local(address, in: folder)) == .refused(.outsideFolder), "\(address)")
    }
  }

  @Test func refusesPipeInLocalPlaylist() throws {
    let folder = try TemporaryFolder()
    _ = try folder.pipe("pipe.ts")
    #expect(failure(try local("pipe.ts", in: folder)) == .refused(.specialFile))
  }
}
