import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Interlaced video at double rate in a session: every way to a frame shows the same pixels at the same time.
@Suite("Double rate in playback") struct DoubleRatePlaybackTests {
  private static func playback(_ file: URL) -> CheckedPlayback {
    CheckedPlayback(file, deinterlaces: true) { $0.deinterlacing = .doubleRate }
  }

  private static func file(_ name: String, in folder: URL) throws -> URL {
    try name == "flags.mkv" ? InterlacedFile.withChangingFlags(in: folder) : InterlacedFile.make(name, in: folder)
  }

  @Test(
    "Forward, reverse, seeks and steps show the same frames",
    arguments: [("a.mkv", 100), ("a.ts", 100), ("a.mpg", 100), ("flags.mkv", 80)])
  func everyWayShowsSameFrames(name: String, count: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(name, in: folder)
    let playing = Self.playback(file)
    let forward = playing.play(rate: 1)
    let times = forward.keys.sorted()
    #expect(times.count == count && Set(forward.values).count == count)
    // Each is shown when it is due. The first two are shown before and when playback begins.
    let shown = playing.stage.shown.dropFirst(2)
    #expect(shown.count >= count - 2)
    for (one, other) in zip(shown, shown.dropFirst()) {
      let delay = Double(other.hostTime.nanoseconds - one.hostTime.nanoseconds) / 1e9
      #expect(abs(delay - (other.time - one.time).seconds) < 1e-6, "\(other.time.seconds)")
    }
    let reverse = Self.playback(file)
    let last = try #require(reverse.seek(1.93))
    let reversed = reverse.play(rate: -1)
    #expect(reversed.keys.sorted() == times.filter { $0 <= last.time })
    for (time, checksum) in reversed { #expect(forward[time] == checksum, "\(time.seconds) in reverse") }
    let seeking = Self.playback(file)
    // Both fields of frames, also of sync samples (0.48, 0.96 and 1.44 s) and of those beside them.
    let begin = try #require(times.first?.seconds)
    for seconds in [1.0, 0.3, 1.5, 0.33, 0.951, 0.97, 0.98, 1.91, 0.93, 0.471, 0.49, 0.505, 0.009, 0.021, 1.43, 1.45] {
      let frame = try #require(seeking.seek(begin + seconds))
      let expected = try #require(times.last { $0.seconds <= begin + seconds + 1e-6 })
      #expect(frame.time == expected && forward[frame.time] == frame.checksum, "\(seconds)")
    }
    var position = try #require(seeking.seek(begin + 0.97)).time
    for count in [1, 1, -1, -1, -1, -1, 3, 5] {
      let frame = try #require(seeking.step(by: count))
      let index = try #require(times.firstIndex(of: position))
      #expect(frame.time == times[index + count] && forward[frame.time] == frame.checksum, "\(count)")
      position = frame.time
    }
    let rest = seeking.play(rate: 1).filter { $0.key > position }
    #expect(rest.keys.sorted() == times.filter { $0 > position })
    for (time, checksum) in rest { #expect(forward[time] == checksum) }
  }

  @Test("The mode may change while an item is open")
  func modeMayChange() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try InterlacedFile.make("a.mkv", in: folder, duration: 1)
    let expected = Self.playback(file).play(rate: 1)
    let playback = CheckedPlayback(file, deinterlaces: true)
    _ = playback.seek(0.5)
    playback.item.videoDecoding.changeFilters { $0.deinterlacing = .doubleRate }
    for seconds in [0.51, 0.53, 0.13] {
      let frame = try #require(playback.seek(seconds))
      #expect(expected[frame.time] == frame.checksum && frame.time.seconds > seconds - 0.02, "\(seconds)")
    }
    playback.item.videoDecoding.changeFilters { $0.deinterlacing = .automatic }
    #expect(playback.seek(0.53)?.time.seconds == 0.52)
  }

  @Test("A seek in progressive video decodes the frame at its target only, and shows the same as without the mode")
  func progressiveVideoIsUnchanged() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=25:d=1.2 -c:v mpeg2video -bf 2 -g 12 a.mkv", in: folder)
    let plain = CheckedPlayback(file, deinterlaces: true)
    let double = Self.playback(file)
    for seconds in [0.8, 0.76, 0.4, 0.42, 1.0] {
      let (first, second) = (try #require(plain.seek(seconds)), try #require(double.seek(seconds)))
      #expect(first == second)
    }
    // When the seek ends, nothing after its frame was decoded yet, unlike in interlaced video.
    func lastTime(_ playback: CheckedPlayback) -> Double? {
      _ = playback.stage.seekAndWait(CMTime(value: 2, timescale: 5))
      return playback.item.frame(at: CMTime(value: 2, timescale: 1))?.presentationTime.seconds
    }
    let interlaced = Self.playback(try InterlacedFile.make("b.mkv", in: folder, duration: 1.2))
    #expect(lastTime(plain) == 0.4 && lastTime(double) == 0.4)
    #expect(lastTime(interlaced) ?? 0 > 0.5)
    #expect(double.play(rate: 1) == plain.play(rate: 1))
  }
}
