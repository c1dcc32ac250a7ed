import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCaptionTracks
@testable import PlayheadEngine
@testable import PlayheadItems

/// Captions embedded in video frames, delivered with the frames.
@Suite(.serialized, .enabled(if: CaptionedFile.hasFFmpeg, "there is no ffmpeg to make the films with"))
struct ClosedCaptionPlaybackTests {
  private static let words: [CaptionedFile.CaptionText] = [
    .init("First", from: 45, until: 90), .init("Second", from: 120, until: 270),
    .init("Premier", .line21(3), from: 60, until: 105), .init("Digital", .digital(1), from: 75, until: 240),
  ]

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func clip(_ name: String, _ codec: CaptionedFile.Codec = .h264, first: Int = 0) throws -> URL {
    try CaptionedFile.make(name, in: folder.url, codec: codec, first: first, Self.words)
  }

  private func stage(_ url: URL, _ service: ClosedCaptionService?) -> (Stage, EngineItem, CaptionSink) {
    let stage = Stage(hasAudio: false)
    let sink = CaptionSink()
    stage.session.attach(sink)
    let item = EngineItem(url: url)
    if let service { item.choose { $0.legible = .track(service.trackIndex) } }
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    return (stage, item, sink)
  }

  private func expect(_ sink: CaptionSink, _ expected: [(Int, [String])]) {
    #expect(sink.eventLog.map(\.texts) == expected.map(\.1))
    for (seen, expected) in zip(sink.eventLog, expected) { #expect(abs(seen.time - Double(expected.0) / 30) < 0.001) }
  }

  @Test(arguments: ["film.mp4", "film.ts", "film.mkv"])
  func captionsChangeWithFrames(name: String) throws {
    let (stage, item, sink) = stage(try clip(name), .line21(1))
    stage.playToEnd()
    expect(sink, [(0, []), (45, ["First"]), (90, []), (120, ["Second"]), (270, [])])
    #expect(item.snapshot.info?.closedCaptions.map(\.title) == ["CC1", "CC3", "Service 1"])
  }

  @Test func readsSecondFieldAndCEA708() throws {
    let clip = try clip("film.mp4", .hevc)
    for (service, expected) in [
      (ClosedCaptionService.line21(3), [(0, []), (60, ["Premier"]), (105, [])]),
      (.digital(1), [(0, []), (75, ["Digital"]), (240, [])]),
      (.line21(2), [(0, [])]),
    ] {
      let (stage, _, sink) = stage(clip, service)
      stage.playToEnd()
      expect(sink, expected)
    }
  }

  @Test(arguments: ["film.mp4", "film.ts"])
  func seekShowsActiveCaption(name: String) throws {
    let (stage, _, sink) = stage(try clip(name), .line21(1))
    for (time, expected) in [(8.5, ["Second"]), (2, ["First"]), (3.5, []), (5, ["Second"]), (9.5, [])] {
      _ = stage.seekAndWait(CMTime(seconds: time, preferredTimescale: 600))
      stage.advanceUntilIdle()
      #expect(sink.all.last?.texts == expected, "at \(time) of \(name)")
    }
  }

  @Test func choosingDuringPlaybackShowsActiveCaption() throws {
    let (stage, item, sink) = stage(try clip("film.mp4"), nil)
    stage.session.setRate(1)
    stage.advance(by: .seconds(5))
    #expect(sink.all.allSatisfy { $0.texts.isEmpty })
    item.choose { $0.legible = .track(ClosedCaptionService.line21(1).trackIndex) }
    stage.session.trackSelectionChanged(of: item)
    stage.advance(by: .seconds(1))
    #expect(sink.all.last?.texts == ["Second"])
    item.choose { $0.legible = .track(ClosedCaptionService.digital(1).trackIndex) }
    stage.session.trackSelectionChanged(of: item)
    stage.advance(by: .seconds(1))
    #expect(sink.all.last?.texts == ["Digital"])
    item.choose { $0.legible = .none }
    stage.session.trackSelectionChanged(of: item)
    stage.advance(by: .milliseconds(200))
    #expect(sink.all.last?.texts.isEmpty == true)
  }

  @Test func automaticSelectionChoosesCaptions() throws {
    let url = try clip("film.mp4", first: 60)
    let stage = Stage(hasAudio: false)
    let sink = CaptionSink()
    stage.session.attach(sink)
    let item = EngineItem(url: url)
    item.choose { $0.automaticLegible = { info, _ in info.closedCaptions.first?.index } }
    stage.session.setItem(item)
    stage.playToEnd()
    #expect(sink.eventLog.map(\.texts) == [[], ["Second"], []], "they are found late, and shown all the same")
  }

  @Test func probeReadsFirstFrames() throws {
    func found(_ url: URL) throws -> [String?] { try MediaProbe.probe(url).closedCaptions.map(\.title) }
    #expect(try found(clip("film.mp4")) == ["CC1", "CC3"], "the services of the first two seconds")
    #expect(try found(clip("film.ts", .hevc)) == ["CC1", "CC3"])
    #expect(try found(clip("late.mp4", first: 60)).isEmpty)
    #expect(try found(Fixtures.url("h264-bframes.mp4")).isEmpty)
  }

  @Test(.enabled(if: RealMedia.folder != nil, "there are no real media"))
  func playsRealRecording() throws {
    let clip = try #require(RealMedia.folder).appendingPathComponent("files/mp4/fragmented_captions.mp4")
    let (stage, _, sink) = stage(clip, .line21(1))
    stage.playToEnd()
    // expected/cues/mp4__fragmented_captions.mp4.tsv
    #expect(sink.eventLog.map(\.texts) == [[], ["♪MUSIC♪"]])
    #expect(abs((sink.eventLog.last?.time ?? 0) - 1.868533) < 0.001)
  }

  /// The end of an embedded cue is known only when it arrives.
  @Test func openCueKeepsNumberWhenItEnds() {
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }
    func cue(_ text: String, _ start: Int64, _ end: CMTime) -> Cue {
      Cue(start: time(start), end: end, source: text, runs: [CueRun(text)])
    }
    var list = CueList()
    list.add(cue("whole", 0, time(9)))
    #expect(list.add([], open: [cue("a", 5, .positiveInfinity)]) == true)
    #expect(list.active(at: time(7)).map(\.number) == [0, 1])
    #expect(list.nextChange(after: time(10)) == nil)
    #expect(list.add([cue("a", 5, time(8))], open: []) == true)
    #expect(list.active(at: time(7)).map(\.number) == [0, 1] && list.active(at: time(8)).map(\.number) == [0])
    // It is read again after a seek.
    #expect(list.add([], open: [cue("a", 5, .positiveInfinity)]) == false)
    #expect(list.add([cue("a", 5, time(8))], open: []) == false)
    // A jump away from an open cue discards it.
    _ = list.add([], open: [cue("b", 20, .positiveInfinity)])
    #expect(list.add([], open: []) == true)
    #expect(list.active(at: time(21)).isEmpty && list.cues.count == 2)
    #expect(list.add([], open: [cue("b", 20, .positiveInfinity)]) == true)
  }
}
