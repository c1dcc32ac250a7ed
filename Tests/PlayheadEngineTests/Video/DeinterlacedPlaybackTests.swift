import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine

/// Interlaced video in a session: deinterlacing changes the pictures, and no time.
@Suite struct DeinterlacedPlaybackTests {
  /// Two seconds of fields at 50 Hz, as 50 frames in GOPs of 12.
  private static func interlacedFile(in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=50:d=2 -vf tinterlace=interleave_top,setfield=tff -c:v mpeg2video "
        + "-flags +ilme+ildct -bf 2 -g 12 a.mpg", in: folder)
  }

  /// The times of all frames that playback shows, forward or backward.
  private func shownTimes(_ file: URL, deinterlaces: Bool, rate: Float) -> [CMTime] {
    let stage = Stage(hasAudio: false, deinterlaces: deinterlaces)
    stage.open(file)
    stage.advanceUntilIdle()
    if rate < 0 { stage.seek(CMTime(value: 19, timescale: 10)) }
    stage.advanceUntilIdle()
    stage.clearRecords()
    #expect(stage.playToEnd(rate: rate))
    return stage.shown.map(\.time)
  }

  @Test(arguments: [1, -1] as [Float]) func playbackShowsSameTimes(rate: Float) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.interlacedFile(in: folder)
    let woven = shownTimes(file, deinterlaces: false, rate: rate)
    #expect(woven.count > 40 && shownTimes(file, deinterlaces: true, rate: rate) == woven)
  }

  @Test func exactSeeksAndStepsReachSameTimes() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.interlacedFile(in: folder)
    let results = [false, true].map { deinterlaces in
      let stage = Stage(hasAudio: false, deinterlaces: deinterlaces)
      stage.open(file)
      stage.advanceUntilIdle()
      return stage.timesOfSeeksAndSteps()
    }
    #expect(results[0] == results[1] && results[0].allSatisfy(\.isNumeric))
  }
}
