import AVFoundation
import Foundation
import Testing

/// Timecodes of files written by ffmpeg.
@Suite(
  "Time codes",
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "there is no ffmpeg to make the film with"))
struct PlayerItemTimecodeTests {
  private func clip(_ name: String, timecode: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments = [
      "-nostdin", "-v", "error", "-y", "-i", Fixture.url("video-only.mp4").path, "-c", "copy", "-timecode", timecode,
      url.path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return url
  }

  @Test("the timecode of the first frame is reported as in the file", arguments: ["code.mov", "code.mp4"])
  @MainActor func firstFrameTimecode(name: String) throws {
    let url = try clip(name, timecode: "01:02:03:04")
    defer { try? FileManager.default.removeItem(at: url) }
    let stage = Stage()
    let item = AVPlayerItem(url: url)
    #expect(item.firstTimecode == nil)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let code = try #require(item.firstTimecode)
    #expect(code.text == "01:02:03:04")
    #expect(code.frameRate == 30)
  }

  @Test("a file without one reports none")
  @MainActor func none() {
    let stage = Stage("demo.mp4")
    stage.settle()
    #expect(stage.player.currentItem?.status == .readyToPlay)
    #expect(stage.player.currentItem?.firstTimecode == nil)
  }
}
