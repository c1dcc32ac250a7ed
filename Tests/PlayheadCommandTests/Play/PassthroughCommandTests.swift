import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// The program passes audio through to a sound server whose device decodes it.
@Suite(
  .serialized,
  .enabled(if: PrivatePulse.isInstalled && MadeFile.hasFFmpeg, "pulseaudio, pactl, pacat or ffmpeg is not installed"))
struct PassthroughCommandTests {
  @Test(
    "permitted codecs that the device decodes pass through",
    arguments: [("ac3,dts", "pcm;ac3-iec61937", true), ("no", "pcm;ac3-iec61937", false), ("ac3", "pcm", false)])
  func passesThrough(option: String, formats: String, isExpected: Bool) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=f=440:r=48000:d=3 -c:a ac3 -ac 2 a.mkv", in: folder)
    let pulse = try PrivatePulse(sink: "rate=48000 formats=\"\(formats)\"")
    defer { pulse.stop() }
    pulse.waitUntilReady()
    let environment = ["PULSE_SERVER": pulse.address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
    let start = ContinuousClock.now
    let run = CommandRun(arguments: ["play", "--passthrough=\(option)", file.path], environment: environment)
    var formats = Set<String>()
    while run.status == nil {
      for line in pulse.output("list", "sink-inputs").split(separator: "\n") where line.contains("Format: ") {
        formats.insert(line.contains("ac3-iec61937") ? "ac3" : "pcm")
      }
      usleep(50_000)
    }
    #expect(run.status == 0)
    #expect(formats == [isExpected ? "ac3" : "pcm"])
    #expect(start.duration(to: .now) > .seconds(2.9))
  }
}

/// A run of the program on a thread of its own.
private final class CommandRun: Sendable {
  /// The exit status; nil while it runs.
  private let result = Mutex<Int32?>(nil)
  var status: Int32? { result.withLock { $0 } }

  init(arguments: [String], environment: [String: String]) {
    DispatchQueue.global().async { [self] in
      let status = (try? BuiltCommand.run(arguments, environment: environment))?.status ?? -1
      result.withLock { $0 = status }
    }
  }
}
