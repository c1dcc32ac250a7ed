import CoreMedia
import Foundation
import PlayheadDump
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Debanded video in a session: every way to a frame shows the same pixels.
@Suite("Debanded playback") struct DebandedPlaybackTests {
  private static func file(in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=192x128:r=25:d=2 -c:v mpeg4 -qscale:v 6 -bf 2 -g 12 a.mkv", in: folder)
  }

  @Test("Forward, reverse and seeks show the same frames") func everyWayShowsSameFrames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder)
    let plain = CheckedPlayback(file).play(rate: 1)
    let forward = CheckedPlayback(file) { $0.debands = true }.play(rate: 1)
    #expect(forward.count == 50 && Set(plain.keys) == Set(forward.keys))
    #expect(forward.count { plain[$0.key] != $0.value } > 40)
    let reverse = CheckedPlayback(file) { $0.debands = true }
    _ = reverse.seek(1.99)
    for (time, checksum) in reverse.play(rate: -1) { #expect(forward[time] == checksum) }
    let seeking = CheckedPlayback(file) { $0.debands = true }
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
    let expected = [debands, !debands].map { debands in
      CheckedPlayback(file) { $0.debands = debands }.play(rate: 1)
    }
    let playback = CheckedPlayback(file) { $0.debands = debands }
    for seconds in [1.0, 1.3, 1.1] { _ = playback.seek(seconds) }
    let before = try #require(playback.seek(1.1))
    playback.item.videoDecoding.changeFilters { $0.debands = !debands }
    let after = try #require(playback.seek(1.1))
    #expect(before.time == after.time && before.checksum == expected[0][before.time])
    #expect(after.checksum == expected[1][after.time] && after.checksum != before.checksum)
  }
}
