import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// Containers where libavformat has neither an index nor a search, nor marks keyframes (SWF): starts read them from the
/// first byte, and search the whole file for a keyframe.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct IndexlessSeekTests {
  @Test(arguments: [1, 4]) func playsFromBeginningAfterPause(pauses: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=4:r=25:s=176x144 -f lavfi -i sine=d=4:r=44100 film.swf", in: folder)
    let stage = Stage()
    stage.open(file)
    stage.advanceUntilIdle()
    #expect(stage.shown.map(\.time) == [.zero])
    stage.clearRecords()
    // Each start, after the first one, goes back to the beginning.
    for _ in 1..<pauses {
      stage.seek(.zero)
      stage.settle()
    }
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    let frames = Set(stage.shown.map(\.time)).count
    #expect((99...100).contains(frames), "\(frames) frames")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - 4) < 0.1, "\(recording.seconds) s of audio")
  }
}
