import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// The same with a third-party web server: with HTTP/1.1, and with TLS and HTTP/2.
@Suite("nginx", .enabled(if: Nginx.isInstalled, "nginx and openssl are not installed: Scripts/bootstrap test"))
struct NginxTests {
  @Test(
    "a dump of the URL equals the dump of the file", arguments: ["h264-bframes.mp4", "vfr.mkv", "start-offset.ts"])
  func dump(name: String) throws {
    let nginx = try Nginx()
    var expected: [String] = []
    var lines: [String] = []
    PlaybackDump.run(url: try Fixtures.url(name)) { expected.append($0) }
    PlaybackDump.run(url: nginx.url(name)) { lines.append($0) }
    #expect(lines == expected)
  }

  private static let playlist = """
    #EXTM3U
    #EXT-X-TARGETDURATION:10
    #EXTINF:10,
    /start-offset.ts
    #EXT-X-ENDLIST
    """

  @Test("playlists are compressed, media is not")
  func compressed() throws {
    let nginx = try Nginx(playlists: ["film.m3u8": Self.playlist])
    var frames = 0
    PlaybackDump.run(url: nginx.url("film.m3u8")) { frames += $0.hasPrefix("video") ? 1 : 0 }
    #expect(frames == 300)
    let lines = ["GET /film.m3u8 HTTP/1.1 200 gzip\n", "GET /start-offset.ts HTTP/1.1 200 -\n"]
    #expect(
      try nginx.waitForLog {
        let log = try nginx.codedLog()
        return lines.allSatisfy { log.contains($0) }
      })
  }

  private static let hasIPv6 =
    (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8).contains("00000000000000000000000000000001"))
    ?? false

  @Test("IPv6 URLs, for a file and for a stream", .enabled(if: hasIPv6, "no loopback interface of IPv6"))
  func version6() throws {
    let nginx = try Nginx(isIPv6: true, playlists: ["film.m3u8": Self.playlist])
    var (expected, clip, stream): ([String], [String], [String]) = ([], [], [])
    PlaybackDump.run(url: try Fixtures.url("start-offset.ts")) { expected.append($0) }
    PlaybackDump.run(url: nginx.url("start-offset.ts")) { clip.append($0) }
    PlaybackDump.run(url: nginx.url("film.m3u8")) { stream.append($0) }
    #expect(clip == expected)
    #expect(stream.filter { $0.hasPrefix("video") } == expected.filter { $0.hasPrefix("video") })
  }

  @Test("an https URL is read over HTTP/2, where the certificate is trusted")
  func secure() throws {
    let nginx = try Nginx()
    var configuration = HTTPClient.Configuration()
    configuration.certificateFile = nginx.certificate.path
    let client = HTTPClient(configuration)
    defer { client.close() }
    let source = HTTPByteSource(url: nginx.secureURL("video-only.mp4"), policy: .steady, client: client)
    try source.prepare()
    let data = try Data(contentsOf: Fixtures.url("video-only.mp4"))
    #expect(try source.all() == data)
    try source.seek(to: 100)
    #expect(try source.bytes(50) == data[100..<150])
    #expect(try nginx.logs("GET /video-only.mp4 HTTP/2.0\" 206"))
  }

  @Test("an untrusted certificate is refused, and the reason reported")
  func untrusted() throws {
    let nginx = try Nginx()
    let source = HTTPByteSource(url: nginx.secureURL("video-only.mp4"), policy: .steady)
    do throws(ByteSourceError) {
      try source.prepare()
      Issue.record("the certificate was accepted")
    } catch .network(.notSecure(let host, let reason)) {
      #expect(host.hasPrefix("localhost") && reason.contains("certificate"))
    } catch {
      Issue.record(error)
    }
    #expect(try !nginx.log().contains("GET"))
  }
}
