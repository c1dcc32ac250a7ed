import Foundation
import TestSupport
import Testing

/// The program on a real compositor, inspected through screenshots.
@Suite(
  "A window on Wayland", .serialized,
  .enabled(if: Compositor.isInstalled, "weston is not installed; Scripts/bootstrap test installs it"))
struct WaylandTests {
  /// A run of the program, with its Wayland protocol log in a file.
  private final class Run {
    let process = Process()
    private let log: URL

    init(_ arguments: [String], on compositor: Compositor, renderer: String) throws {
      log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
      try Data().write(to: log)
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("playhead-window")
      process.arguments = ["--no-audio", "--geometry=960x540", "--loop"] + arguments
      process.environment = compositor.environment.merging(["PLAYHEAD_RENDERER": renderer, "WAYLAND_DEBUG": "1"]) { $1 }
      process.standardError = try FileHandle(forWritingTo: log)
      try process.run()
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: log)
    }

    /// The number of frames attached to the surface that is not GTK's own.
    func framesBypassingGTK() throws -> Int {
      let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
      // get_subsurface(new id wl_subsurface@30, wl_surface@28, wl_surface@18); since libwayland 1.23 with # for @.
      guard let call = output.firstRange(of: ".get_subsurface("),
        let name = output[call.upperBound...].split(separator: ", ", maxSplits: 2).dropFirst().first
      else { return 0 }
      return ["@", "#"].reduce(0) { $0 + output.components(separatedBy: "\(name).attach(wl_buffer\($1)").count - 1 }
    }

    /// The number of requests of a kind that the program sent to the compositor.
    func count(_ request: String) throws -> Int {
      String(decoding: try Data(contentsOf: log), as: UTF8.self).components(separatedBy: request).count - 1
    }
  }

  @Test(
    "The video appears and advances, on the direct path unless disabled",
    arguments: [("software", true), ("composited", false)])
  func plays(renderer: String, isDirect: Bool) throws {
    let compositor = try #require(try Compositor())
    let run = try Run([Fixtures.url("demo.mp4").path], on: compositor, renderer: renderer)
    var numbers: Set<Int> = []
    let deadline = Date().addingTimeInterval(30)
    while numbers.count < 5, Date() < deadline, run.process.isRunning {
      if let number = try compositor.look()?.number(inFrameOfWidth: 960) { numbers.insert(number) }
    }
    #expect(numbers.count >= 5)
    #expect(numbers.allSatisfy { $0 < 600 })
    #expect(try run.count(".get_subsurface(") == (isDirect ? 1 : 0))
    guard isDirect else { return }
    #expect(try run.count(".set_desync()") == 1)
    // The compositor reports when each frame was shown, for the prediction of refreshes.
    #expect(try run.count(".presented(") >= 5)
  }

  /// A caption comes and goes every second: it is drawn into the frame, which bypasses GTK all the same.
  @Test("Captions come and go without missing or torn frames")
  func captions() throws {
    let compositor = try #require(try Compositor())
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).srt")
    let cues = stride(from: 0, to: 20, by: 2).map { second in
      String(format: "\(second / 2 + 1)\n00:00:%02d,000 --> 00:00:%02d,000\nA caption\n", second, second + 1)
    }
    try Data(cues.joined(separator: "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try Run(
      ["--sub-file=\(file.path)", Fixtures.url("demo.mp4").path], on: compositor, renderer: "software")
    var (isBegun, missing, seen) = (false, 0, 0)
    let deadline = Date().addingTimeInterval(120)
    while seen < 24, Date() < deadline, run.process.isRunning {
      let number = try compositor.look()?.number(inFrameOfWidth: 960)
      isBegun = isBegun || number != nil
      guard isBegun else { continue }
      seen += 1
      if number == nil { missing += 1 }
    }
    #expect(try run.count(".get_subsurface(") == 1)
    #expect(seen > 20 && missing == 0, "\(missing) of \(seen) samples showed no complete frame")
  }

  /// While it waits GTK draws everything, because the spinner covers the video; then frames bypass GTK between the
  /// controls, and after three seconds alone. The video comes through a pipe, delayed by the test.
  @Test("No frame is missing or torn from the spinner to controls to the video alone")
  func spinnerToVideo() throws {
    let compositor = try #require(try Compositor())
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("late.webm").path
    try #require(mkfifo(pipe, 0o600) == 0)
    // Slowly, so that the video has not ended before a busy machine has looked.
    let run = try Run(["--rate=0.25", pipe], on: compositor, renderer: "software")
    let deadline = Date().addingTimeInterval(120)
    func isBright() throws -> Bool { try compositor.look()?.brightest ?? 0 > 150 }
    while try !isBright(), Date() < deadline, run.process.isRunning {}
    #expect(try run.framesBypassingGTK() == 0)
    let movie = try Data(contentsOf: Fixtures.url("vp9.webm"))
    // The program ends before it has read everything.
    signal(SIGPIPE, SIG_IGN)
    DispatchQueue.global().async { try? movie.write(to: URL(fileURLWithPath: pipe)) }
    var (isBegun, missing, isAlone, seen) = (false, 0, false, 0)
    while try seen < 6 || run.framesBypassingGTK() == 0, Date() < deadline, run.process.isRunning {
      guard let shot = try compositor.look() else { continue }
      let number = shot.number(inFrameOfWidth: 960)
      isBegun = isBegun || number != nil
      if isBegun, number == nil { missing += 1 }
      // The bar is a dark even area where the clip has a bright one.
      isAlone = isAlone || isBegun && !shot.hasBar(underFrameOfSize: (960, 540))
      if isAlone { seen += 1 }
    }
    #expect(isBegun && isAlone && missing == 0, "\(missing) samples showed no complete frame")
    #expect(try run.framesBypassingGTK() > 0)
  }
}
