import Foundation
import TestSupport
import Testing

extension OneScreen {
  /// The program on a real display, inspected through the screen.
  @Suite(
    "A window on a screen", .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display; run under Xvfb to see these pass"
    ))
  struct WindowTests {
    private struct Run {
      var process: Process
      var errors: Pipe
    }

    private func start(
      _ arguments: [String], renderer: String = "software", environment: [String: String] = [:]
    ) throws -> Run {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("playhead-window")
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(["PLAYHEAD_RENDERER": renderer]) { $1 }
        .merging(environment) { $1 }
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      return Run(process: process, errors: errors)
    }

    private func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("The video appears at its position and advances", arguments: ["software", "composited", "gl"])
    func plays(renderer: String) throws {
      let screen = try #require(Screen())
      let run = try start(
        ["--no-audio", "--geometry=960x540+0+0", Fixtures.url("demo.mp4").path], renderer: renderer)
      defer {
        run.process.terminate()
        run.process.waitUntilExit()
      }
      var numbers: Set<Int> = []
      // A driver that draws on the CPU takes seconds to load on a busy machine.
      let deadline = Date().addingTimeInterval(30)
      while numbers.count < 5, Date() < deadline, run.process.isRunning {
        if let number = screen.number(inFrameOfWidth: 960) { numbers.insert(number) }
        usleep(20_000)
      }
      #expect(numbers.count >= 5)
      #expect(numbers.allSatisfy { $0 < 600 })
    }

    /// An area of 32 by 32 pixels for each of the samples, without loss, drawn in the size of the video.
    @Test(
      "HDR video has the colors that libplacebo gives it", .enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed"),
      arguments: ["software", "composited", "gl"])
    func showsHDR(renderer: String) throws {
      let folder = try MadeFile.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let (columns, side, width, height) = (20, 32, 640, 360)
      let rows = ToneMappingReference.rows
      try ColorSample.frame(of: rows, columns: columns, side: side, width: width, height: height)
        .write(to: folder.appendingPathComponent("a.yuv"))
      let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,0)"
      let file = try MadeFile.ffmpeg(
        [
          "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s", "\(width)x\(height)", "-r", "1", "-i", "a.yuv", "-vf",
          "loop=loop=20:size=1", "-c:v", "libx265", "-x265-params",
          "log-level=0:lossless=1:hdr10=1:master-display=\(display):max-cll=1000,500", "-color_primaries", "bt2020",
          "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_range", "tv", "a.mkv",
        ], in: folder)
      try expectColors(rows.map { $0.colors[0] }, in: file, renderer: renderer)
    }

    @Test(
      "Dolby Vision has the colors of libplacebo", .enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed"),
      arguments: ["software", "gl"])
    func showsDolbyVision(renderer: String) throws {
      let folder = try MadeFile.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let metadata = [[UInt8]](repeating: DolbyVisionReference.metadata[0], count: 25)
      let file = try DolbyVisionReference.file(
        in: folder, columns: 20, side: 32, size: (width: 640, height: 360), metadata: metadata)
      try expectColors(DolbyVisionReference.rows.map { $0.colors[0] }, in: file, renderer: renderer)
    }

    /// Plays a video of 640 by 360 pixels, whose squares of 32 by 32, in lines of 20, should have these colors.
    private func expectColors(_ colors: [[Int]], in file: URL, renderer: String) throws {
      let (columns, side) = (20, 32)
      let screen = try #require(Screen())
      try point(1200, 700)
      let run = try start(["--no-audio", "--geometry=640x360+0+0", file.path], renderer: renderer)
      defer {
        run.process.terminate()
        run.process.waitUntilExit()
      }
      var mean = Double.infinity
      let deadline = Date().addingTimeInterval(30)
      while mean > 1, Date() < deadline, run.process.isRunning {
        usleep(100_000)
        let differences = colors.enumerated().compactMap { index, expected -> Double? in
          let color = screen.color(x: index % columns * side + side / 2, y: index / columns * side + side / 2)
          return color.map { ColorDifference.between(.init($0), .init(expected)) }
        }
        if differences.count == colors.count { mean = differences.reduce(0, +) / Double(colors.count) }
      }
      #expect(mean <= 1)
    }

    /// Red of half opacity, and green that is transparent, are shown over black.
    @Test(
      "Video with alpha is shown over black", .enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed"),
      arguments: ["software", "composited", "gl"], ["qtrle -pix_fmt argb", "prores_ks -pix_fmt yuva444p10le"])
    func showsAlpha(renderer: String, codec: String) throws {
      let folder = try MadeFile.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let red = "color=red@0.5:s=320x360:r=5:d=20,format=rgba"
      let green = "color=lime@0.0:s=320x360:r=5:d=20,format=rgba"
      let file = try MadeFile.ffmpeg(
        "-f lavfi -i \(red) -f lavfi -i \(green) -filter_complex hstack -c:v \(codec) a.mov", in: folder)
      let screen = try #require(Screen())
      try point(1200, 700)
      let run = try start(["--no-audio", "--geometry=640x360+0+0", file.path], renderer: renderer)
      defer {
        run.process.terminate()
        run.process.waitUntilExit()
      }
      func isRight() -> Bool {
        guard let half = screen.color(x: 160, y: 100), let none = screen.color(x: 480, y: 100) else { return false }
        return abs(half[0] - 128) <= 4 && half[1] <= 4 && half[2] <= 4 && none.allSatisfy { $0 <= 4 }
      }
      let deadline = Date().addingTimeInterval(30)
      while !isRight(), Date() < deadline, run.process.isRunning { usleep(100_000) }
      #expect(isRight(), "\(screen.color(x: 160, y: 100) ?? []) \(screen.color(x: 480, y: 100) ?? [])")
    }

    private func point(_ x: Int, _ y: Int) throws {
      let pointerTool = Process()
      pointerTool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      pointerTool.arguments = ["xdotool", "mousemove", "\(x)", "\(y)"]
      try pointerTool.run()
      pointerTool.waitUntilExit()
    }

    /// The bar covers the lower part of the video except a margin: its pixels come from GTK while the controls are
    /// shown, from the direct window otherwise, and are never black in this clip's first seconds.
    @Test(
      "While controls come and go no frame is missing, out of order or partly black",
      arguments: ["software", "composited"])
    func controls(renderer: String) throws {
      let screen = try #require(Screen())
      try point(1200, 700)
      let run = try start(
        ["--no-audio", "--geometry=960x540+0+0", Fixtures.url("demo.mp4").path], renderer: renderer)
      defer {
        run.process.terminate()
        run.process.waitUntilExit()
      }
      let start = Date().addingTimeInterval(30)
      while screen.number(inFrameOfWidth: 960) ?? 0 < 5, Date() < start { usleep(5_000) }
      var (looks, missing, black, last, back) = (0, 0, 0, 0, 0)
      for round in 0..<2 {
        for step in 0..<3 { try point(400 + 10 * step + round, 200) }
        // They appear at once and disappear after three seconds and the fade-out.
        let end = Date().addingTimeInterval(4)
        while Date() < end {
          looks += 1
          let number = screen.number(inFrameOfWidth: 960)
          if let number { back += number < last ? 1 : 0 } else { missing += 1 }
          last = number ?? last
          if screen.brightness(atRow: 536, columns: [2, 957]).contains(where: { $0 < 8 }) { black += 1 }
          usleep(3_000)
        }
      }
      #expect(looks > 100 && missing == 0 && black == 0 && back == 0, "\(looks) looks: \(missing), \(black), \(back)")
    }

    /// White blocks as a caption: 24 of them are a bright line in the lower part of the frame, half its width. The clip
    /// has no such line except its flashes, which fill the whole width.
    @Test("Captions from a file are shown over the video", arguments: ["software", "gl"])
    func captions(renderer: String) throws {
      let screen = try #require(Screen())
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).srt")
      let blocks = String(repeating: "\u{2588}", count: 24)
      try Data("1\n00:00:00,000 --> 00:00:20,000\n\(blocks)\n".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      func longestBrightLine() -> Int {
        stride(from: 460, to: 540, by: 4).map { row in
          let line = screen.brightness(atRow: row, columns: Array(0..<960))
          return line.reduce((longest: 0, present: 0)) { counts, value in
            let present = value > 245 ? counts.present + 1 : 0
            return (max(counts.longest, present), present)
          }.longest
        }.filter { $0 < 700 }.max() ?? 0
      }
      for hasCaptions in [true, false] {
        let arguments = ["--no-audio", "--geometry=960x540+0+0"] + (hasCaptions ? ["--sub-file=\(file.path)"] : [])
        let run = try start(arguments + [Fixtures.url("demo.mp4").path], renderer: renderer)
        defer {
          run.process.terminate()
          run.process.waitUntilExit()
        }
        var (longest, frames) = (0, Set<Int>())
        let deadline = Date().addingTimeInterval(30)
        while Date() < deadline, run.process.isRunning, hasCaptions ? longest < 300 : frames.count < 5 {
          if let number = screen.number(inFrameOfWidth: 960) {
            frames.insert(number)
            longest = max(longest, longestBrightLine())
          }
          usleep(20_000)
        }
        #expect(hasCaptions ? longest >= 300 : longest < 300, "\(longest) bright pixels in a line")
      }
    }

    @Test("It ends after the requested duration")
    func ends() throws {
      let run = try start(
        ["--no-audio", "--geometry=320x180+0+0", "--start=2", "--length=0.5", Fixtures.url("demo.mp4").path])
      run.process.waitUntilExit()
      #expect(run.process.terminationStatus == 0)
    }

    @Test("It exits cleanly on SIGTERM")
    func terminates() throws {
      let screen = try #require(Screen())
      let run = try start(["--no-audio", "--geometry=960x540+0+0", Fixtures.url("demo.mp4").path])
      let deadline = Date().addingTimeInterval(30)
      while screen.number(inFrameOfWidth: 960) == nil, Date() < deadline { usleep(20_000) }
      run.process.terminate()
      run.process.waitUntilExit()
      #expect(run.process.terminationReason == .exit)
      #expect(run.process.terminationStatus == 0)
    }

    @Test("Several files, one missing: the others play, and the program reports the missing one")
    func several() throws {
      let run = try start([
        "--no-audio", "--geometry=320x180+0+0", "--exit-at-end", "/nowhere/missing.mp4",
        Fixtures.url("video-only.mp4").path,
        Fixtures.url("anamorphic.mp4").path,
      ])
      run.process.waitUntilExit()
      #expect(run.process.terminationStatus == 0)
      #expect(try text(run.errors).contains("missing.mp4"))
    }

    @Test(
      "Two files follow each other without a gap", .enabled(if: PrivatePulse.isInstalled, "pulseaudio is not installed")
    )
    func gapless() throws {
      let pulse = try PrivatePulse(sink: "rate=44100 channels=1 channel_map=mono")
      defer { pulse.stop() }
      pulse.control("set-sink-volume", "@DEFAULT_SINK@", "100%")
      // A busy machine loses audio now and then; a player with a gap has it each time.
      var changes: [Int] = []
      for _ in 0..<3 {
        changes = try recordedChanges(pulse)
        if changes.isEmpty { break }
      }
      #expect(changes.isEmpty)
    }

    /// Plays the two halves of one sine with a period of 100 samples, and returns the indices of the recorded samples
    /// that differ from the one a period later.
    private func recordedChanges(_ pulse: PrivatePulse) throws -> [Int] {
      let folder = try MadeFile.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let recording = folder.appendingPathComponent("recorded.raw")
      let recorder = try pulse.record(to: recording, rate: 44_100, channelMap: "mono")
      let run = try start(
        ["--geometry=320x180+0+0", "--exit-at-end"] + ["a", "b"].map { try Fixtures.url("gapless-\($0).wav").path },
        environment: ["PULSE_SERVER": pulse.address])
      run.process.waitUntilExit()
      recorder.killIfStarted()
      recorder.waitUntilExit()
      #expect(run.process.terminationStatus == 0)
      let samples = try Data(contentsOf: recording).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let first = try #require(samples.firstIndex { abs($0) > 0.01 })
      let last = try #require(samples.lastIndex { abs($0) > 0.01 })
      // The first and the last 0.1 s of a recording can be incomplete.
      #expect(last - first > 2 * 176_400 - 8_820, "\(last - first) samples")
      return (first + 4_410..<last - 4_510).filter { abs(samples[$0] - samples[$0 + 100]) > 0.01 }.map { $0 - first }
    }

    @Test("An unplayable file is reported in one sentence and by the exit status")
    func fails() throws {
      let run = try start(["--exit-at-end", "/nowhere/missing.mp4"])
      run.process.waitUntilExit()
      #expect(run.process.terminationStatus == 1)
      let lines = try text(run.errors).split(separator: "\n").filter { $0.hasPrefix("playhead-window: ") }
      #expect(lines.count == 1)
      #expect(lines.first?.contains("missing.mp4") == true)
    }
  }
}
