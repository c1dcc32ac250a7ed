import CoreMedia
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine

/// The end of an item, another item, and the session's events for both.
@Suite("§3.7 the end of an item", .serialized) struct EndTests {
  @Test func reportsEventsFromOpenToEnd() throws {
    let stage = Stage()
    // The rate first: whether an item is open before the next command depends on the machine.
    stage.session.setRate(1)
    try stage.open("h264-bframes.mp4")
    stage.advance { stage.isOver }
    #expect(
      stage.eventLog == [
        "waiting noItemToPlay", "waiting evaluatingBufferingRate",
        "waiting toMinimizeStalls", "jumped 0.0", "ready", "playing",
        "paused",
        "playedToEnd",
      ])
    #expect(stage.session.currentTime() == CMTime(value: 10, timescale: 1))
    #expect(stage.session.snapshot.rate == 0)
  }

  @Test func playAtEndFallsBackToPaused() throws {
    let stage = try Stage("video-only.mp4")
    stage.playToEnd(rate: 2)
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advanceUntilIdle()
    #expect(stage.session.snapshot.rate == 0)
    #expect(!stage.eventLog.contains("playedToEnd"))
    #expect(stage.numbers.isEmpty)
  }

  @Test func seekAfterEndPlaysAgain() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.playToEnd()
    stage.clearRecords()
    stage.seek(.zero)
    stage.playToEnd()
    #expect(stage.numbers == Array(0..<300))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.start == .zero && recording.largestGap < 0.0001)
  }

  @Test func endActionNoneKeepsRate() throws {
    let stage = try Stage("video-only.mp4")
    stage.session.setEndAction(.none)
    stage.playToEnd()
    stage.advanceUntilIdle()
    #expect(stage.session.snapshot.rate == 1)
    #expect(stage.eventLog.last == "playedToEnd")
    #expect(stage.session.currentTime() == CMTime(value: 10, timescale: 1))
  }

  @Test(arguments: [0.3, 5, 9.99]) func replacingItemPlaysNextOne(moment: Double) throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.setRate(1)
    stage.advance(by: .seconds(moment))
    stage.clearRecords()
    try stage.open("h264-long-gop.mp4")
    stage.playToEnd()
    #expect(stage.numbers == Array(0..<300))
    #expect(stage.eventLog.filter { $0 == "playedToEnd" }.count == 1)
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.start == .zero && recording.largestGap < 0.0001)
  }

  @Test func removingItemStopsFramesAndAudio() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    stage.session.setItem(nil)
    stage.settle()
    stage.clearRecords()
    stage.advance(by: .seconds(5))
    #expect(stage.shown.isEmpty && stage.capturedAudio.isEmpty)
    #expect(stage.session.currentTime() == .zero)
  }

  /// Ten items in a row before any of them is open.
  @Test func onlyLastOfManyItemsPlays() throws {
    let stage = Stage()
    for name in ["hevc.mp4", "vp9.webm", "text.mp4", "av1.mp4", "mpeg2.ts", "audio.flac", "video-only.mp4"] {
      try stage.open(name)
    }
    stage.playToEnd()
    #expect(stage.numbers == Array(0..<300))
    #expect(stage.capturedAudio.isEmpty)
  }

  @Test func observersFireAtTheirTimes() throws {
    let stage = try Stage("video-only.mp4")
    stage.session.addObserver(.periodic(CMTime(value: 5, timescale: 2)), identifier: 1)
    stage.session.addObserver(.boundary([seconds(3), seconds(7.5)]), identifier: 2)
    stage.clearRecords()
    stage.playToEnd()
    let fired = stage.eventLog.filter { $0.hasPrefix("observer") }
    // At 7.5 both are due; they fire in the order in which they were added.
    #expect(
      fired == [
        "observer 1 0.0", "observer 1 2.5", "observer 2 3.0", "observer 1 5.0", "observer 1 7.5", "observer 2 7.5",
        "observer 1 10.0",
      ])
    #expect(
      stage.events.allSatisfy {
        if case .observerFired(_, let time) = $0.event { abs(stage.start($0.at) - time.seconds) < 0.0001 } else { true }
      })
  }
}

extension Stage {
  /// Seconds since the first frame shown while playing was due, plus its time.
  fileprivate func start(_ moment: HostTime) -> Double {
    guard let first = shown.first else { return .nan }
    return (moment - first.hostTime).seconds + first.time.seconds
  }
}
