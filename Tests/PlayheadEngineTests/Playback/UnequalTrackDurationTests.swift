import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// MP4 files whose tracks differ in duration: the playing tracks decide when the item ends.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the films with"))
struct UnequalTrackDurationTests {
  private static let videoInput = "-f lavfi -i testsrc=r=25:d=3:s=64x48"
  private static let coding = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"

  private func play(_ url: URL, withoutAudio: Bool = false) -> (eventLog: [String], position: CMTime) {
    let stage = Stage()
    let item = EngineItem(url: url)
    if withoutAudio { item.choose { $0.audible = .none } }
    stage.session.setItem(item)
    stage.playToEnd()
    return (stage.eventLog, stage.session.currentTime())
  }

  @Test func laterSubtitlesDoNotCountAsTruncation() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = "1\n00:00:01,000 --> 00:00:02,000\nearly\n\n2\n00:00:02,500 --> 00:00:05,500\nlate\n"
    try Data(text.utf8).write(to: folder.appendingPathComponent("text.srt"))
    let clip = try MadeFile.ffmpeg("\(Self.videoInput) -i text.srt \(Self.coding) -c:s mov_text film.mp4", in: folder)
    let (eventLog, position) = play(clip)
    #expect(eventLog.last == "playedToEnd")
    #expect(abs(position.seconds - 5.5) < 0.05)
  }

  @Test func unselectedAudioDoesNotCountAsTruncation() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg(
      "\(Self.videoInput) -f lavfi -i sine=d=3 -f lavfi -i sine=d=6 -map 0 -map 1 -map 2 \(Self.coding) -c:a aac film.mp4",
      in: folder)
    #expect(play(clip).eventLog.last == "playedToEnd")
    #expect(play(clip, withoutAudio: true).eventLog.last == "playedToEnd")
  }

  @Test(arguments: [1500, 30_000] as [UInt32]) func staleMovieHeaderDoesNotCountAsTruncation(
    milliseconds: UInt32
  ) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg("\(Self.videoInput) \(Self.coding) film.mp4", in: folder)
    var data = try Data(contentsOf: clip)
    let header = try #require(data.range(of: Data("mvhd".utf8)))
    // Version 0: flags, two dates, the timescale of 1000, then the duration (ISO/IEC 14496-12 §8.2.2).
    withUnsafeBytes(of: milliseconds.bigEndian) {
      data.replaceSubrange(header.upperBound + 16..<header.upperBound + 20, with: Data($0))
    }
    try data.write(to: clip)
    let (eventLog, position) = play(clip)
    #expect(eventLog.last == "playedToEnd")
    #expect(position.seconds == max(3, Double(milliseconds) / 1000))
  }
}
