import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine

/// Telecined video in a session: every way to a frame shows the same pixels at the same time.
@Suite("Inverse telecine in playback") struct InverseTelecinePlaybackTests {
  /// Two seconds of 24000/1001 fps as interlaced video. No cycle of five frames begins with a GOP but the first.
  private static func file(in folder: URL, _ name: String, duration: Double = 2.2) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=192x128:r=24000/1001:d=\(duration) -vf telecine=pattern=23,setfield=tff "
        + "-c:v mpeg2video -flags +ilme+ildct -q:v 3 -bf 2 -g 12 \(name)", in: folder)
  }

  private static func playback(_ file: URL) -> CheckedPlayback {
    CheckedPlayback(file, deinterlaces: true) { $0.deinterlacing = .inverseTelecine }
  }

  @Test("Forward, reverse, seeks and steps show the same frames", arguments: ["a.mkv", "a.ts"])
  func everyWayShowsSameFrames(name: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder, name)
    let interlaced = CheckedPlayback(file, deinterlaces: true).play(rate: 1)
    let forward = Self.playback(file).play(rate: 1)
    let times = forward.keys.sorted()
    // Frames after the last complete cycle of five are shown as they are.
    #expect(interlaced.count >= 60 && forward.count == interlaced.count / 5 * 4 + interlaced.count % 5)
    for (index, time) in times.prefix(interlaced.count / 5 * 4).enumerated() {
      #expect(abs((time - times[0]).seconds - Double(index) * 1001 / 24000) < 0.0011)
    }
    let reverse = Self.playback(file)
    let last = try #require(reverse.seek(1.9))
    let reversed = reverse.play(rate: -1)
    #expect(reversed.keys.sorted() == times.filter { $0 <= last.time })
    for (time, checksum) in reversed { #expect(forward[time] == checksum, "\(time.seconds) in reverse") }
    let seeking = Self.playback(file)
    for seconds in [1.0, 0.3, 1.5, 0.31, 1.96, 0.41, 0.45, 0.5, 0.8, 0.02, 2.15] {
      let frame = try #require(seeking.seek(seconds))
      #expect(frame.time == times.last { $0.seconds <= seconds } && forward[frame.time] == frame.checksum, "\(seconds)")
    }
    var position = try #require(seeking.seek(1)).time
    for count in [1, 1, -1, 3] {
      let frame = try #require(seeking.step(by: count))
      let index = try #require(times.firstIndex(of: position))
      #expect(frame.time == times[index + count] && forward[frame.time] == frame.checksum)
      position = frame.time
    }
  }

  @Test("A seek during playback continues with the frames of the original")
  func playbackAfterSeekShowsSameFrames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder, "a.mkv")
    let forward = Self.playback(file).play(rate: 1)
    let playback = Self.playback(file)
    let frame = try #require(playback.seek(0.9))
    let rest = playback.play(rate: 1)
    #expect(rest.keys.sorted() == forward.keys.filter { $0 >= frame.time }.sorted())
    for (time, checksum) in rest { #expect(forward[time] == checksum) }
  }

  @Test("The mode is determined when an item is opened") func modeIsDeterminedWhenItemIsOpened() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder, "a.mkv", duration: 1.1)
    let expected = Self.playback(file).play(rate: 1)
    let playback = Self.playback(file)
    playback.item.videoDecoding.changeFilters { $0.deinterlacing = .automatic }
    #expect(playback.play(rate: 1) == expected)
    let other = CheckedPlayback(file, deinterlaces: true)
    other.item.videoDecoding.changeFilters { $0.deinterlacing = .inverseTelecine }
    #expect(other.play(rate: 1).count > expected.count)
  }
}
