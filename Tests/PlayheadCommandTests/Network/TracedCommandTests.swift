import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// The program that traces system calls.
private enum Strace {
  static let path = "/usr/bin/strace"

  /// Containers often forbid tracing.
  static let mayTrace: Bool = {
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-o", "/dev/null", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

/// System calls while crafted resources are read: no file, no address and no port that they name.
@Suite(.enabled(if: Strace.mayTrace, "strace is not installed, or may not trace here"))
struct TracedCommandTests {
  /// `SECRET`: the path of an existing file; `OTHER`: a URL that only the resource names; `PIPE`: the path of a pipe in
  /// the folder of a local resource.
  static let crafted: [(name: String, text: String)] = [
    ("film.mp4", "ffconcat version 1.0\nfile SECRET\nfile OTHER\n"),
    (
      "film.mkv",
      """
      <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
      profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
      <Period><AdaptationSet mimeType="video/mp4"><Representation id="1"
      bandwidth="1"><BaseURL>file://SECRET</BaseURL></Representation></AdaptationSet></Period></MPD>
      """
    ),
    ("film.ts", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 5004 RTP/AVP 96\r\n"),
    ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://SECRET\n#EXT-X-ENDLIST\n"),
    ("concat.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nconcat:SECRET\n#EXT-X-ENDLIST\n"),
    (
      "key.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"file://SECRET\"\n"
        + "#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    ),
    (
      "map.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI=\"file://SECRET\"\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    ),
    // The response of an internet radio: old servers begin it with ICY instead of HTTP, and libavformat would probe its
    // bytes as a playlist.
    ("radio.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://SECRET\n#EXT-X-ENDLIST\n"),
    ("ftp.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nftp://OTHERHOST/a.ts\n#EXT-X-ENDLIST\n"),
    ("zero.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/dev/zero\n#EXT-X-ENDLIST\n"),
    ("pipe.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nPIPE\n#EXT-X-ENDLIST\n"),
    (
      "assets.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n"
        + "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:00Z\","
        + "X-ASSET-LIST=\"file://SECRET\"\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    ),
    (
      "subtitles.m3u8",
      "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"t\",NAME=\"t\",DEFAULT=YES,URI=\"file://SECRET\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES=\"t\"\nfile://SECRET\n"
    ),
  ]

  /// The lines of system calls that open, connect or bind.
  private func trace(_ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let log = folder.url.appendingPathComponent("trace-\(UUID())")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Strace.path)
    process.arguments =
      ["-f", "-qq", "-e", "trace=open,openat,openat2,connect,bind", "-o", log.path, BuiltCommand.path] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path]
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: log, encoding: .utf8)
  }

  @Test(arguments: crafted.map(\.name), [false, true])
  func doesNotFetchNamedResources(name: String, isLocal: Bool) throws {
    let folder = try TemporaryFolder()
    let secrets = try TemporaryFolder()
    let secret = try secrets.file("secret.ts", Data("secret".utf8))
    let (server, other) = (try FaultServer(), try FaultServer())
    let text = try #require(Self.crafted.first { $0.name == name }).text
      .replacingOccurrences(of: "SECRET", with: secret.path)
      .replacingOccurrences(of: "OTHERHOST", with: "127.0.0.1:\(other.port)")
      .replacingOccurrences(of: "OTHER", with: other.url("/other.ts").absoluteString)
      .replacingOccurrences(of: "PIPE", with: isLocal ? "pipe.ts" : "file://\(folder.url.path)/pipe.ts")
    #expect(mkfifo(folder.url.appendingPathComponent("pipe.ts").path, 0o600) == 0)
    let file = try folder.file(name, Data(text.utf8))
    var resource = ServedResource(.data(Data(text.utf8)))
    if name.hasPrefix("radio") { resource.fields = ["icy-name": "A radio", "Content-Type": "audio/mpeg"] }
    server.serve("/" + name, resource)
    server.serve("/0.ts", try ServedResource(file: Fixtures.url("mpeg2.ts")))
    for command in Self.commands {
      let calls = try trace(command + [isLocal ? file.path : server.url("/" + name).absoluteString], in: folder)
      #expect(calls.contains(isLocal ? name : "htons(\(server.port))"), "it was not read")
      #expect(!calls.contains(secrets.url.path), "a file that it names was opened")
      #expect(!calls.contains("pipe.ts") && !calls.contains("/dev/zero"), "a special file that it names was opened")
      #expect(!calls.contains("htons(\(other.port))"), "a referenced address was contacted")
      expectNoPorts(calls, but: server.port)
    }
  }

  static let commands = [["info"], ["play", "--headless", "--no-audio", "--length=1", "--network-timeout=2"]]

  private func expectNoPorts(_ calls: String, but port: Int) {
    let ports = calls.split(separator: "\n").filter { $0.contains("bind(") && $0.contains("AF_INET") }
    #expect(ports.isEmpty, "\(ports)")
    let connections = calls.split(separator: "\n").filter { $0.contains("connect(") && $0.contains("sin_port") }
    #expect(connections.allSatisfy { $0.contains("htons(\(port))") }, "\(connections)")
  }
}
