import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

/// Video disabled while audio continues: no frame is decoded, and video resumes at its position.
@Suite(.serialized) struct DisabledVideoTests {
  private static func setVideoEnabled(_ isOn: Bool, of item: EngineItem, on stage: Stage) {
    guard let track = item.snapshot.videoTrack else { return }
    item.setEnabled(isOn, track: track)
    stage.session.trackSelectionChanged(of: item)
    stage.settle()
  }

  /// Disabled within a GOP and enabled again within it, in the next one, and after several.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "mpeg2.ts"], [1.3, 4.1])
  func videoResumesAtPosition(name: String, off: Double) throws {
    let stage = Stage()
    let item = try stage.open(name)
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1.21))
    Self.setVideoEnabled(false, of: item, on: stage)
    stage.advance(by: .seconds(0.5))
    let timeline = item.timeline as? VideoTimeline
    let made = timeline?.end
    stage.clearRecords()
    stage.advance(by: .seconds(off - 0.5))
    #expect(stage.shown.isEmpty)
    #expect(timeline?.isDisabled == true)
    #expect(timeline?.end == made, "no frame is decoded")
    Self.setVideoEnabled(true, of: item, on: stage)
    stage.advance(by: .seconds(1))
    let numbers = stage.shown.compactMap(\.number)
    let first = try #require(numbers.first)
    // From the current one on, without a gap, and no past ones.
    #expect(abs(Double(first) - (1.21 + off) * 30) < 2, "\(first)")
    #expect(numbers == Array(first..<(first + numbers.count)))
    #expect((29...31).contains(numbers.count))
    let audio = try #require(Recording(stage.capturedAudio))
    #expect(audio.largestGap < 0.001, "audio is unaffected")
    #expect(!item.journal.entries.contains { if case .dropped = $0.event { true } else { false } })
  }

  /// The last packet was read while video was disabled: video resumes all the same, up to the last frame.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4"], [8.9, 9.6])
  func videoResumesShortlyBeforeEnd(name: String, off: Double) throws {
    let stage = Stage()
    let item = try stage.open(name)
    stage.advanceUntilIdle()
    stage.seek(seconds(8))
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance { stage.session.currentTime() >= seconds(off) }
    Self.setVideoEnabled(false, of: item, on: stage)
    stage.advance { stage.session.currentTime() >= seconds(9.75) }
    stage.clearRecords()
    Self.setVideoEnabled(true, of: item, on: stage)
    stage.playToEnd()
    let numbers = stage.shown.compactMap(\.number)
    let first = try #require(numbers.first)
    #expect(abs(first - 292) <= 2, "\(first)")
    #expect(numbers == Array(first..<300))
    #expect(stage.eventLog.last == "playedToEnd")
  }

  @Test func itemEndsAtItsDuration() throws {
    let stage = Stage()
    let item = try stage.open("h264-bframes.mp4")
    stage.advanceUntilIdle()
    Self.setVideoEnabled(false, of: item, on: stage)
    #expect(stage.playToEnd())
    #expect(stage.session.currentTime() == item.snapshot.duration)
    #expect(stage.eventLog.last == "playedToEnd")
  }

  /// Without audio the host clock drives, and seeks finish all the same.
  @Test func seeksWhileVideoIsDisabled() throws {
    let stage = Stage(hasAudio: false)
    let item = try stage.open("h264-long-gop.mp4")
    stage.advanceUntilIdle()
    Self.setVideoEnabled(false, of: item, on: stage)
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    stage.clearRecords()
    let seek = stage.seek(seconds(5.01))
    stage.advance { stage.answers.contains(Stage.Answer(seek: seek, finished: true)) }
    stage.advance(by: .seconds(1))
    #expect(stage.shown.isEmpty)
    Self.setVideoEnabled(true, of: item, on: stage)
    stage.advance(by: .seconds(1))
    let numbers = stage.shown.compactMap(\.number)
    #expect(numbers.first.map { (179...182).contains($0) } == true, "\(numbers)")
    #expect(numbers.last.map { (209...212).contains($0) } == true)
  }

  @Test func videoResumesAtOnceWhilePaused() throws {
    let stage = Stage()
    let item = try stage.open("h264-bframes.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    Self.setVideoEnabled(false, of: item, on: stage)
    stage.advance(by: .seconds(1))
    stage.session.setRate(0)
    stage.advance(by: .seconds(1))
    stage.clearRecords()
    Self.setVideoEnabled(true, of: item, on: stage)
    stage.settle()
    #expect(stage.shown.last?.time == item.timeline?.frame(at: stage.session.currentTime())?.presentationTime)
    #expect(stage.shown.last.map { ($0.time - stage.session.currentTime()).seconds > -0.034 } == true)
  }
}
