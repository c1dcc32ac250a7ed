import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCaptionTracks
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

/// Captions in sync with frames. The demonstration clip has two caption tracks, a cue in each 2.5 s from 0.25 s in
/// until 0.25 s before its end, and 30 frames a second.
@Suite(.serialized) struct CaptionPlaybackTests {
  private static let german = [
    "Der Tag beginnt.", "Ein Ballon steigt auf.", "Die Sonne steht hoch über den Hügeln.", "Jetzt ist es warm.",
    "Das Licht wird rötlich.", "Die Schatten werden größer.", "Die Sterne gehen auf.", "Gute Nacht.",
  ]

  private static func stage(_ url: URL, text: Int) -> (Stage, EngineItem, CaptionSink) {
    let stage = Stage(hasAudio: false)
    let sink = CaptionSink()
    stage.session.attach(sink)
    let item = EngineItem(url: url)
    item.choose { $0.legible = .track(text) }
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    return (stage, item, sink)
  }

  private static func seek(_ stage: Stage, to seconds: Double) {
    stage.session.seek(
      SeekRequest(
        time: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero,
        identifier: 1))
    stage.advanceUntilIdle()
  }

  @Test func cuesChangeWithFrames() throws {
    let (stage, _, sink) = Self.stage(try Fixtures.url("demo.mp4"), text: 4)
    stage.session.setRate(1)
    stage.advance(by: .seconds(8))
    let eventLog = sink.eventLog
    let expected: [[String]] = [[], [Self.german[0]], [], [Self.german[1]], [], [Self.german[2]], []]
    #expect(Array(eventLog.map(\.texts).prefix(7)) == expected)
    for (index, moment) in [0, 0.25, 2.25, 2.75, 4.75, 5.25, 7.25].enumerated() where index > 0 {
      // The first of 30 frames a second at or after the time.
      #expect(abs(eventLog[index].time - (moment * 30).rounded(.up) / 30) < 0.001, "\(index)")
    }
    #expect(!sink.all.contains { !$0.hasFrame }, "captions never come without a frame while there are many")
  }

  @Test(arguments: [6.0, 16, 1, 13.3]) func seekShowsActiveCue(seconds: Double) throws {
    let (stage, _, sink) = Self.stage(try Fixtures.url("demo.mp4"), text: 4)
    Self.seek(stage, to: seconds)
    #expect(sink.all.last?.texts == [Self.german[Int(seconds / 2.5)]])
  }

  @Test(.enabled(if: CaptionMedia.hasFFmpeg, "there is no ffmpeg to make the film with"))
  func seekShowsCueThatBeganLongBefore() throws {
    let text = "1\n00:00:00,500 --> 00:00:09,000\nlong\n\n2\n00:00:07,000 --> 00:00:08,000\nshort\n"
    let clip = try CaptionMedia.matroska("video-only.mp4", text, name: "long.mkv")
    defer { try? FileManager.default.removeItem(at: clip.deletingLastPathComponent()) }
    let (stage, _, sink) = Self.stage(clip, text: 1)
    Self.seek(stage, to: 8.5)
    #expect(sink.all.last?.texts == ["long"])
    Self.seek(stage, to: 7.5)
    #expect(sink.all.last?.texts == ["long", "short"])
    Self.seek(stage, to: 0.2)
    #expect(sink.all.last?.texts.isEmpty == true)
  }

  @Test func switchesCaptionsWithoutInterruptingVideo() throws {
    let (stage, item, sink) = Self.stage(try Fixtures.url("demo.mp4"), text: 4)
    stage.session.setRate(1)
    stage.advance(by: .seconds(3))
    item.choose { $0.legible = .track(3) }
    stage.session.trackSelectionChanged(of: item)
    stage.advance(by: .seconds(3))
    item.choose { $0.legible = .none }
    stage.session.trackSelectionChanged(of: item)
    stage.advance(by: .seconds(1))
    let frames = sink.all.filter(\.hasFrame).map(\.time)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 < 0.034 }, "no frame is missing")
    let read = sink.all.filter { $0.time > 3.2 && $0.time < 4.7 }.flatMap(\.texts)
    #expect(!read.isEmpty && !read.contains(Self.german[1]))
    #expect(sink.all.filter { $0.time > 6.1 }.allSatisfy { $0.texts.isEmpty })
  }

  @Test func addedFileShowsWhilePaused() throws {
    let (stage, item, sink) = Self.stage(try Fixtures.url("video-only.mp4"), text: 99)
    Self.seek(stage, to: 2)
    let count = sink.all.count
    let document = SubRipParser.parse("1\n00:00:01,000 --> 00:00:03,000\nadded\n")
    let number = item.captions.add(document)
    stage.settle()
    #expect(sink.all.count == count + 1)
    #expect(sink.all.last?.texts == ["added"] && sink.all.last?.hasFrame == false)
    item.captions.setAppearance(
      ofFile: number, delay: CMTime(value: 2, timescale: 1), scale: 1, lift: 0, isAtTop: false)
    stage.settle()
    #expect(sink.all.last?.texts.isEmpty == true, "it comes two seconds later now")
    Self.seek(stage, to: 4)
    #expect(sink.all.last?.texts == ["added"])
    item.captions.removeFile(number)
    stage.settle()
    #expect(sink.all.last?.texts.isEmpty == true)
  }

  @Test func showsTwoCuesAtOnce() throws {
    let (stage, item, sink) = Self.stage(try Fixtures.url("demo.mp4"), text: 4)
    _ = item.captions.add(SubRipParser.parse("1\n00:00:01,000 --> 00:00:03,000\nadded\n"))
    Self.seek(stage, to: 1.5)
    #expect(sink.all.last?.texts == [Self.german[0], "added"])
  }

  @Test func suppressedCaptionsAreHidden() throws {
    let (stage, item, sink) = Self.stage(try Fixtures.url("demo.mp4"), text: 4)
    item.captions.suppress(true)
    Self.seek(stage, to: 1.5)
    #expect(sink.all.last?.texts.isEmpty == true)
    item.captions.suppress(false)
    stage.settle()
    #expect(sink.all.last?.texts == [Self.german[0]])
  }

  /// Ten thousand cues cause no delay.
  @Test func findsAmongTenThousandCuesQuickly() {
    var list = CueList()
    for index in 0..<10_000 {
      let start = CMTime(value: Int64(index), timescale: 2)
      list.add(Cue(start: start, end: start + CMTime(value: 1, timescale: 1), source: "\(index)", runs: []))
    }
    #expect(list.active(at: CMTime(value: 4001, timescale: 4)).map(\.cue.source) == ["1999", "2000"])
    #expect(list.nextChange(after: CMTime(value: 4001, timescale: 4)) == CMTime(value: 2001, timescale: 2))
    #expect(list.lastChange(before: CMTime(value: 4001, timescale: 4)) == CMTime(value: 2000, timescale: 2))
    let isNew = list.add(list.cues[7])
    #expect(!isNew, "an existing cue is not added again")
  }

  /// Cues that left a live stream's window long ago.
  @Test func evictsPastCues() {
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }
    var list = CueList()
    for index in 0..<100 as Range<Int64> {
      list.add(Cue(start: time(index), end: time(index + 2), source: "\(index)", runs: []))
    }
    list.add(Cue(start: time(-1), end: time(1000), source: "long", runs: []))
    list.forget(before: time(1))
    #expect(list.cues.count == 101)
    list.forget(before: time(50))
    #expect(list.cues.count == 53 && list.cues.map(\.source).prefix(2) == ["long", "48"])
    #expect(list.active(at: time(50)).map(\.cue.source) == ["long", "49", "50"])
    #expect(list.lastChange(before: time(51)) == time(50))
    let isNew = list.add(list.cues[3])
    #expect(!isNew)
    let isOld = list.add(Cue(start: time(3), end: time(5), source: "3", runs: []))
    #expect(isOld, "an evicted cue may be added again")
  }

  @Test func coverageMergesAdjacentRanges() {
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }
    var coverage = CaptionCoverage()
    coverage.add(from: time(0), to: time(5))
    coverage.add(from: time(10), to: time(15))
    #expect(coverage.end(from: time(3)) == time(5))
    #expect(coverage.end(from: time(7)) == nil)
    coverage.add(from: time(5), to: time(10))
    #expect(coverage.end(from: time(3)) == time(15) && coverage.parts.count == 1)
    coverage.add(from: time(15), to: .positiveInfinity)
    #expect(coverage.end(from: time(1000)) == .positiveInfinity, "a track that was read to its end")
  }
}
