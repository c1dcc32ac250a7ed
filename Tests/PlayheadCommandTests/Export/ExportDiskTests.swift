import Foundation
import TestSupport
import Testing

/// Exports that cannot be completed, by the program itself: nothing remains.
@Suite("Exports that fail leave nothing behind") struct ExportDiskTests {
  /// Runs a script of the shell with the program, a source and a folder as its arguments.
  private static func run(_ script: String, in folder: URL) throws -> (status: Int32, output: String) {
    let program = try #require(Bundle.main.executableURL).deletingLastPathComponent().appendingPathComponent("playhead")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", program.path, try Fixtures.url("h264-bframes.mp4").path, folder.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  @Test("a file that the system does not let grow is removed", arguments: ["copy", "highest"])
  func sizeLimit(_ preset: String) throws {
    let folder = try TemporaryFolder()
    // 8 KiB, in units of 512 bytes or of 1 KiB; the ignored signal would end the program.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$1\" export \"$2\" --preset=\(preset) --to=2 -o \"$3/a.mp4\""
    let result = try Self.run(script, in: folder.url)
    #expect(result.status == 1 && result.output.contains("playhead:"), "\(result.output)")
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("a full disk is reported as such, and nothing remains", arguments: ["copy", "highest"])
  func fullDisk(_ preset: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      exec unshare --mount --map-root-user sh -c '
        mount -t tmpfs -o size=16k tmpfs "$3" || exit 77
        "$1" export "$2" --preset=\(preset) --to=2 -o "$3/a.mp4"; status=$?
        echo "left: $(ls -A "$3")"; exit $status' sh "$1" "$2" "$3" || exit 77
      """
    let result = try Self.run(script, in: folder.url)
    guard result.status != 77, result.output.contains("left:") else {
      print("skipped: no file system can be mounted here")
      return
    }
    #expect(result.status == 1 && result.output.contains("left: \n"), "\(result.output)")
    #expect(result.output.contains("full") || result.output.contains("space"), "\(result.output)")
  }

  @Test("a signal cancels the export, and nothing remains", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      .appendingPathComponent("playhead")
    // Encoding all of it takes seconds; the temporary file says that the export has begun.
    process.arguments = [
      "export", try Fixtures.url("h264-bframes.mp4").path, "--preset=hevc",
      "-o", folder.url.appendingPathComponent("a.mp4").path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while try Self.names(in: folder).isEmpty, process.isRunning { usleep(1000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    #expect(process.terminationStatus == (isSignal ? signal : 128 + signal))
    #expect(try Self.names(in: folder).isEmpty)
  }
}
