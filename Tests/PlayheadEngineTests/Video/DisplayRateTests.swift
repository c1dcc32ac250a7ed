import CoreMedia
import PlayheadMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct DisplayRateTests {
  /// A display with this number of refreshes a second. It measures the frames from their deadlines.
  private final class DisplaySink: VideoSink {
    let refreshRate: Double
    var lead: HostDuration { .zero }
    private let frames = Mutex<[PresentedFrame]>([])

    init(refreshRate: Double) { self.refreshRate = refreshRate }

    var displayTiming: DisplayTiming? {
      let recent = frames.withLock { frames in frames.reversed().prefix { $0.rate == frames.last?.rate } }
      guard recent.count > 1, let last = recent.first, let first = recent.last else { return nil }
      return DisplayTiming(
        frameInterval: (last.deadline - first.deadline).seconds * 1e9 / Double(recent.count - 1),
        frameCount: recent.count, rate: last.rate, refreshInterval: 1e9 / refreshRate)
    }

    func present(_ presented: PresentedFrame) { frames.withLock { $0.append(presented) } }

    func clear() {}
  }

  /// The frames shown in a second, on average over those whose times are in a range of media seconds.
  private static func frameRate(_ stage: Stage, in range: ClosedRange<Double>) throws -> Double {
    let shown = stage.shown.filter { range.contains($0.time.seconds) }
    let (first, last) = (try #require(shown.first), try #require(shown.last))
    return Double(shown.count - 1) / (last.hostTime - first.hostTime).seconds
  }

  @Test(arguments: [true, false]) func frameLastsWholeRefreshesOnceDisplayIsMeasured(hasAudio: Bool) throws {
    // 30 frames a second on 59.88 Hz: 0.998 times as fast, a frame lasts two refreshes.
    let display = DisplaySink(refreshRate: 59.88)
    let stage = try Stage("h264-bframes.mp4", hasAudio: hasAudio)
    stage.session.attach(display)
    stage.session.setAdaptsToDisplay(true)
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(7))
    #expect(stage.session.snapshot.rate == 1)
    stage.session.setAdaptsToDisplay(false)
    stage.playToEnd()
    #expect(stage.numbers == Array(1..<300))
    // Measured after 48 frames, adapted within a second.
    #expect(abs(try Self.frameRate(stage, in: 3...6.5) / 29.94 - 1) < 0.000_05)
    #expect(abs(try Self.frameRate(stage, in: 7.5...10) / 30 - 1) < 0.000_05)
    guard hasAudio else { return }
    for block in stage.capturedAudio {
      let shown = try #require(stage.shown.last { $0.hostTime <= block.hostTime } ?? stage.shown.first)
      #expect(abs((shown.time - block.time).seconds) < 0.06)
    }
  }

  @Test func otherRatesAreNotAdapted() throws {
    let stage = try Stage("h264-bframes.mp4", hasAudio: false)
    stage.session.attach(DisplaySink(refreshRate: 59.88))
    stage.session.setAdaptsToDisplay(true)
    stage.clearRecords()
    stage.session.setRate(2)
    stage.advance(by: .seconds(11))
    #expect(abs(try Self.frameRate(stage, in: 5...10) / 60 - 1) < 0.000_05)
  }

  @Test func clockOfProgramIsNotAdapted() throws {
    let stage = try Stage("h264-bframes.mp4", hasAudio: false)
    stage.session.attach(DisplaySink(refreshRate: 59.88))
    stage.session.setAdaptsToDisplay(true)
    stage.clearRecords()
    stage.session.setRate(1, time: .zero, atHostTime: .invalid)
    stage.advance(by: .seconds(11))
    #expect(abs(try Self.frameRate(stage, in: 5...10) / 30 - 1) < 0.000_05)
  }
}
