import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Recordings joined without changing their times: the timeline continues across PTS jumps.
@Suite("PTS jumps in files", .serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the films with"))
struct JoinedRecordingTests {
  /// Ten seconds each, whose times begin at these seconds.
  enum Joint: String, CaseIterable, Sendable {
    case forward, backward, again, shortJump, many
    var starts: [Int] {
      switch self {
      case .forward: [0, 4895]
      case .backward: [4895, 0]
      case .again: [0, 0]
      case .shortJump: [0, 30]
      case .many: [100, 5000, 0, 0, 70_000]
      }
    }
  }

  /// The file of 300 numbered frames, with a beep at every full second, once for each start.
  static func make(_ starts: [Int], in folder: URL, format: String = "ts", codecs: String = "-c copy") throws -> URL {
    let clip = try Fixtures.url("h264-bframes.mp4")
    var whole = Data()
    for (index, start) in starts.enumerated() {
      let part = try MadeFile.ffmpeg(
        "-i \(clip.path) -map 0:v:0 -map 0:a:0 \(codecs) -muxdelay 0 -muxpreload 0 -output_ts_offset \(start) \(index).\(format)",
        in: folder)
      whole += try Data(contentsOf: part)
    }
    let file = folder.appendingPathComponent("joined.\(format)")
    try whole.write(to: file)
    return file
  }

  /// Plays it and compares each part's frames and beeps with the file's.
  private func check(_ file: URL, parts: Int) throws {
    let stage = Stage()
    stage.open(file)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    #expect(!stage.eventLog.contains("stalled"))
    #expect(stage.numbers == (0..<parts).flatMap { _ in 0..<300 })
    let gaps = zip(stage.shown, stage.shown.dropFirst()).map { ($1.time - $0.time).seconds }
    #expect(gaps.allSatisfy { $0 > 0.005 && $0 < 0.12 }, "\(gaps.min() ?? 0) to \(gaps.max() ?? 0)")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.largestGap < 0.0001)
    #expect(abs(recording.seconds - Double(parts) * 10) < 0.15 * Double(parts))
    // A beep accompanies the frames 0, 30, 60, … of each part.
    let flashes = stage.shown.filter { ($0.number ?? 1) % 30 == 0 }.map { $0.time.seconds - recording.start.seconds }
    let beeps = recording.beeps()
    let near = flashes.filter { flash in beeps.contains { abs($0 - flash) < 0.012 } }
    #expect(
      near.count >= flashes.count - parts,
      "\(near.count) of \(flashes.count) in sync: flashes \(flashes), beeps \(beeps)")
    // The end determines the real duration.
    let duration = try #require(
      stage.events.compactMap { _, event -> CMTime? in
        if case .itemChanged(_, let item) = event { item.duration } else { nil }
      }.last)
    #expect(abs(duration.seconds - Double(parts) * 10) < 0.15 * Double(parts))
    #expect(abs(stage.session.currentTime().seconds - duration.seconds) < 0.5)
  }

  @Test(arguments: Joint.allCases) func transportStreamsPlayThrough(_ joint: Joint) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(Self.make(joint.starts, in: folder), parts: joint.starts.count)
  }

  @Test func programStreamsPlayThrough() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.make(
      [0, 4895, 100], in: folder, format: "mpg", codecs: "-c:v mpeg2video -q:v 2 -c:a mp2 -f vob")
    try check(file, parts: 3)
  }

  /// After a played discontinuity, a seek finishes on the frame of the timeline.
  @Test func seeksOnTheContinuousTimeline() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stage = Stage()
    stage.open(try Self.make([0, 4895, 100], in: folder))
    stage.playToEnd()
    let starts = stage.shown.filter { $0.number == 0 }.map(\.time)
    try #require(starts.count == 3)
    for (part, frame) in [(0, 100), (1, 45), (2, 200), (1, 299), (0, 3), (2, 0)] {
      let time = starts[part] + CMTime(value: CMTimeValue(frame * 20 + 10), timescale: 600)
      let landed = stage.seekAndWait(time)
      #expect(landed.number == frame)
      #expect(abs((landed.position - time).seconds) < 0.001)
    }
    // Playback after a seek across the next discontinuity is continuous too.
    stage.clearRecords()
    stage.seek(starts[1] + CMTime(value: 4000, timescale: 600))
    stage.playToEnd()
    #expect(stage.numbers.suffix(300) == (0..<300).map { Optional($0) }[...])
  }

  /// Before playback the byte count gives the duration, because the timestamps do not.
  @Test(arguments: [[0, 4895], [4895, 0], [0, 0]]) func estimatesDurationAcrossPTSJumps(_ starts: [Int]) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stage = Stage()
    let item = stage.open(try Self.make(starts, in: folder))
    stage.advanceUntilIdle()
    #expect(abs(item.snapshot.duration.seconds - 20) < 8)
    #expect(item.snapshot.isDurationEstimated)
  }

  /// An hour in eleven parts: each begins at another time, and audio and video stay in sync.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "takes minutes"))
  func staysInSyncForOneHourSoak() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Fixtures.url("h264-bframes.mp4")
    let file = folder.appendingPathComponent("hour.ts")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    for start in [0, 5000, 20, 80_000, 80_100, 3, 40_000, 39_000, 0, 60_000, 7] {
      let part = try MadeFile.ffmpeg(
        "-stream_loop 32 -i \(clip.path) -map 0:v:0 -map 0:a:0 -c copy -t 330 -muxdelay 0 -muxpreload 0 "
          + "-output_ts_offset \(start) part.ts", in: folder)
      try handle.write(contentsOf: Data(contentsOf: part))
    }
    try handle.close()
    let stage = Stage()
    stage.open(file)
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    var (frames, breaks, last) = (0, 0, -1)
    while !stage.isOver {
      stage.advance(by: .seconds(30))
      for number in stage.numbers.compactMap({ $0 }) {
        if last >= 0, number != (last + 1) % 300 { breaks += 1 }
        (frames, last) = (frames + 1, number)
      }
      if stage.isOver { break }
      let audio = try #require(stage.capturedAudio.first?.hostTime)
      let beeps = try #require(Recording(stage.capturedAudio)).beeps().map { audio + .seconds($0) }
      let flashes = stage.shown.filter { ($0.number ?? 1) % 30 == 0 }.map(\.hostTime)
      let near = flashes.filter { flash in beeps.contains { abs(($0 - flash).seconds) < 0.04 } }
      #expect(
        near.count >= flashes.count - 4, "\(near.count) of \(flashes.count) in sync at \(stage.session.currentTime())")
      stage.clearRecords()
    }
    #expect(stage.eventLog.last == "playedToEnd")
    // Parts are cut by decode time: of the last six frames of each, three that are decoded later are not in the file.
    #expect(breaks <= 11 * 3, "frames are missing at \(breaks) places")
    #expect(abs(Double(frames) / 30 - 3630) < 15)
    #expect(abs(stage.session.currentTime().seconds - 3630) < 15)
  }
}
