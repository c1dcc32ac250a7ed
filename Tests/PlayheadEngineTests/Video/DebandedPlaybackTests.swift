import CoreMedia
import Foundation
import PlayheadDump
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Debanded video in a session: every way to a frame shows the same pixels.
@Suite("Debanded playback") struct DebandedPlaybackTests {
  /// A session that plays a file, with the checksums of its frames.
  private struct Playback {
    let stage = Stage(hasAudio: false)
    let item: EngineItem
    private let frames = Collected<(time: CMTime, checksum: UInt32)>()

    init(_ file: URL, debands: Bool) {
      item = EngineItem(url: file)
      item.videoDecoding.changeFilters { $0.debands = debands }
      let frames = frames
      stage.session.attach(CapturingVideoSink { frames.add(($0.time, $0.checksum)) })
      stage.session.setItem(item)
      stage.advanceUntilIdle()
    }

    /// The newest frame.
    var last: (time: CMTime, checksum: UInt32)? { frames.all.last }

    /// The checksums of all frames that playback shows, by their times, with the one before it.
    func play(rate: Float) -> [CMTime: UInt32] {
      #expect(stage.playToEnd(rate: rate))
      return Dictionary(frames.all.map { ($0.time, $0.checksum) }) { $1 }
    }

    /// The frame that a paused seek shows.
    func seek(_ seconds: Double) -> (time: CMTime, checksum: UInt32)? {
      frames.forget()
      _ = stage.seekAndWait(CMTime(seconds: seconds, preferredTimescale: 1000))
      stage.advanceUntilIdle()
      return last
    }
  }

  private static func file(in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=192x128:r=25:d=2 -c:v mpeg4 -qscale:v 6 -bf 2 -g 12 a.mkv", in: folder)
  }

  @Test("Forward, reverse and seeks show the same frames") func everyWayShowsSameFrames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder)
    let plain = Playback(file, debands: false).play(rate: 1)
    let forward = Playback(file, debands: true).play(rate: 1)
    #expect(forward.count == 50 && Set(plain.keys) == Set(forward.keys))
    #expect(forward.count { plain[$0.key] != $0.value } > 40)
    let reverse = Playback(file, debands: true)
    _ = reverse.seek(1.99)
    for (time, checksum) in reverse.play(rate: -1) { #expect(forward[time] == checksum) }
    let seeking = Playback(file, debands: true)
    for seconds in [1.0, 0.3, 1.5, 0.31, 1.96, 0.02] {
      let frame = try #require(seeking.seek(seconds))
      #expect(forward[frame.time] == frame.checksum)
    }
  }

  @Test("A change applies to the next seek, also to a frame that was decoded before", arguments: [false, true])
  func changesApplyToNextSeek(debands: Bool) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder)
    let expected = [debands, !debands].map { Playback(file, debands: $0).play(rate: 1) }
    let playback = Playback(file, debands: debands)
    for seconds in [1.0, 1.3, 1.1] { _ = playback.seek(seconds) }
    let before = try #require(playback.seek(1.1))
    playback.item.videoDecoding.changeFilters { $0.debands = !debands }
    let after = try #require(playback.seek(1.1))
    #expect(before.time == after.time && before.checksum == expected[0][before.time])
    #expect(after.checksum == expected[1][after.time] && after.checksum != before.checksum)
  }
}
