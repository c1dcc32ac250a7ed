import CoreGraphics
import CoreMedia
import Foundation
import PlayheadClock
import PlayheadImages
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// Every command accepts the URL of a file served by nginx like the file, with the same output.
@Suite(
  "Commands with URLs", .serialized,
  .enabled(if: Nginx.isInstalled && MadeStream.hasFFmpeg, "nginx, openssl or ffmpeg is not installed"))
final class RemoteCommandTests {
  private struct Printed: Equatable {
    var status: Int32
    var out: String
    var error: String
  }

  private final class CapturedConsole: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var all: (out: String, error: String) { texts.withLock { $0 } }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) -> Printed {
    let paper = CapturedConsole()
    let status = PlayheadCommand.run(arguments, console: paper)
    return Printed(status: status, out: paper.all.out, error: paper.all.error)
  }

  /// The output of a command for a URL, which equals the output for the file.
  private func both(_ verb: String, _ name: String, _ nginx: Nginx, _ options: String...) -> Printed {
    let file = folder.url.appendingPathComponent(name)
    let address = nginx.url(name)
    let local = run([verb, file.path] + options)
    var remote = run([verb, address.absoluteString] + options)
    remote.out = remote.out.replacingOccurrences(of: address.absoluteString, with: file.absoluteString)
    remote.error = remote.error.replacingOccurrences(of: address.absoluteString, with: file.path)
    #expect(remote == local, "\(verb) \(name)")
    return local
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func image(_ path: String) -> CGImage? {
    var request = ImageRequest()
    request.colors = .sRGB
    guard
      case .image(let extracted) = ImageExtractor(url: URL(fileURLWithPath: path)).image(at: .zero, request: request)
    else { return nil }
    return extracted.image
  }

  @Test("streams: info, dump, frame, thumbnails", arguments: MadeStream.allCases)
  func stream(kind: MadeStream) throws {
    let name = try kind.make(in: folder.url)
    let nginx = try Nginx(root: folder.url)
    let info = both("info", name, nginx, "--json")
    #expect(info.status == 0 && info.out.contains("\"codec\": \"h264\""))
    if kind == .captioned { #expect(info.out.contains("\"language\": \"de\"")) }

    let dump = both("dump", name, nginx)
    let lines = dump.out.split(separator: "\n")
    #expect(dump.status == 0)
    #expect(lines.count { $0.hasPrefix("video") } == 180)
    #expect(lines.first { $0.hasPrefix("video") }?.contains("pts=0.02") == true)

    try checkFrame(name, nginx)
    try checkThumbnails(name, nginx)
    if kind == .secret { #expect(try nginx.logs("GET /key.bin")) }
  }

  private func checkFrame(_ name: String, _ nginx: Nginx) throws {
    // 3.5 s after the beginning: whole frames since the first one.
    let number = Int((3.5 - MadeStream.videoStart) * 30)
    for (place, output) in [(nginx.url(name).absoluteString, "address.png"), (path(name), "file.png")] {
      let result = run(["frame", place, "--at=3.5", "-o", path(output)])
      #expect(result.status == 0 && result.error.isEmpty)
      #expect(
        abs((Double(result.out.trimmingCharacters(in: .newlines)) ?? 0) - Double(number) / 30 - MadeStream.videoStart)
          < 0.001)
    }
    #expect(image(path("address.png")).flatMap { FrameNumber.read($0) } == number)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path("address.png")))
        == Data(contentsOf: URL(fileURLWithPath: path("file.png"))))
  }

  private func checkThumbnails(_ name: String, _ nginx: Nginx) throws {
    var result: [Printed] = []
    for (place, output) in [(nginx.url(name).absoluteString, "address"), (path(name), "file")] {
      result.append(
        run(["thumbnails", place, "--count=3", "--out", path(output), "--sheet", path("\(output)-sheet.png")]))
    }
    #expect(result[0] == result[1] && result[0].status == 0)
    // The keyframes before the middle of each third, one every two seconds.
    let times = result[0].out.split(separator: "\n").compactMap { Double($0.split(separator: " ").last ?? "") }
    #expect(times.count == 3)
    for (time, expected) in zip(times, [0, 2, 4]) {
      #expect(abs(time - Double(expected) - MadeStream.videoStart) < 0.001)
    }
    for file in ["/0001.jpg", "/0002.jpg", "/0003.jpg", "-sheet.png"] {
      let frames = try ["address", "file"].map { try Data(contentsOf: URL(fileURLWithPath: path($0 + file))) }
      #expect(frames[0] == frames[1], "\(file)")
    }
  }

  @Test("captions of a stream, of each language")
  func captions() throws {
    let name = try MadeStream.captioned.make(in: folder.url)
    let nginx = try Nginx(root: folder.url)
    let english = both("captions", name, nginx)
    let expected = MadeStream.captions.map {
      String(format: "00:00:%06.3f --> 00:00:%06.3f\n", $0.start, $0.end) + $0.text + "\n"
    }
    #expect(english == Printed(status: 0, out: expected.joined(separator: "\n"), error: ""))
    let german = both("captions", name, nginx, "--track=4", "--json")
    #expect(german.out.contains("\"language\": \"de\"") && german.out.contains("(It is warm.)"))
    let plain = try MadeStream.transport.make(in: folder.url)
    let none = both("captions", plain, try Nginx(root: folder.url))
    #expect(none.status == 1 && none.error.contains("it has no captions"))
  }

  @Test("a file: info, dump, captions, frame, thumbnails")
  func fileCommands() throws {
    try FileManager.default.copyItem(at: Fixtures.url("demo.mp4"), to: folder.url.appendingPathComponent("demo.mp4"))
    let nginx = try Nginx(root: folder.url)
    #expect(both("info", "demo.mp4", nginx, "--json").out.contains("A Day over the Hills"))
    #expect(both("captions", "demo.mp4", nginx, "--track=5").out.contains("Der Tag beginnt."))
    let dump = both("dump", "demo.mp4", nginx)
    #expect(dump.out.split(separator: "\n").count { $0.hasPrefix("video") } == 600)
    for (place, output) in [(nginx.url("demo.mp4").absoluteString, "address.png"), (path("demo.mp4"), "file.png")] {
      #expect(run(["frame", place, "--at=3.35", "-o", path(output)]).out == "3.333333\n")
      #expect(image(path(output)).flatMap { FrameNumber.read($0) } == 100)
    }
  }

  @Test("a stream is fetched through the proxy of the environment; a failing proxy is named without its password")
  func proxies() throws {
    let name = try MadeStream.transport.make(in: folder.url)
    let nginx = try Nginx(root: folder.url)
    let proxy = try LoopbackProxy(
      routes: ["film.example:80": try #require(nginx.url("").port)], credentials: "user:secret")
    func run(_ verb: String, _ user: String) throws -> (status: Int32, out: String, error: String) {
      try BuiltCommand.run(
        [verb, "http://film.example/\(name)"], environment: ["http_proxy": "http://\(user)@127.0.0.1:\(proxy.port)"])
    }
    let dump = try run("dump", "user:secret")
    #expect(dump.status == 0 && dump.error.isEmpty)
    #expect(dump.out == self.run(["dump", path(name)]).out)
    #expect(proxy.requests.allSatisfy { $0.target.hasPrefix("http://film.example/") })
    for verb in ["info", "dump", "captions"] {
      let refused = try run(verb, "user:wrong")
      #expect(refused.status == 1 && refused.out.isEmpty || verb == "dump")
      #expect(refused.error.contains("the proxy “127.0.0.1:\(proxy.port)” requires a user and a password (status 407)"))
      #expect(!refused.error.contains("wrong") && !refused.error.contains("user:"))
    }
    proxy.stop()
    let gone = try run("info", "user:secret")
    #expect(gone.status == 1 && gone.error.contains("the proxy “127.0.0.1:\(proxy.port)” refused the connection"))
    #expect(!gone.error.contains("secret"))
  }

  @Test("play shows the same frames of a URL as of a file", arguments: MadeStream.allCases)
  @MainActor func play(kind: MadeStream) throws {
    let name = try kind.make(in: folder.url)
    let nginx = try Nginx(root: folder.url)
    let (local, remote) = (shown(path(name)), shown(nginx.url(name).absoluteString))
    #expect(remote == local)
    #expect(remote == Array(0..<180))
  }

  /// The numbers of the frames that `playhead play` shows, on the manual clock.
  @MainActor private func shown(_ place: String) -> [Int] {
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    let player = Player(files: [MediaLocation(place)], options: PlayOptions(), environment: environment) {}
    defer { player.close() }
    let numbers = Collected<Int>()
    player.attach(
      CapturingVideoSink(checksums: false) { numbers.add(FrameNumber.read($0.frame) ?? -1) })
    player.start()
    var isOver = false
    while !isOver {
      clock.settle()
      for notice in player.update() {
        if case .finished = notice { isOver = true }
        if case .failed(_, let error) = notice { Issue.record("\(error.kind)") }
      }
      if !isOver, !clock.step() { break }
    }
    // A frame stays for several refreshes of the screen.
    return numbers.all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
