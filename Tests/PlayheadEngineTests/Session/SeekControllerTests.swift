import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadPipeline

@Suite struct SeekControllerTests {
  private func request(
    _ ticksOfTarget: Int64, before: CMTime = .zero, after: CMTime = .zero, identifier: Int = 7
  ) -> SeekRequest {
    SeekRequest(time: ticks(ticksOfTarget), toleranceBefore: before, toleranceAfter: after, identifier: identifier)
  }

  /// The identifier and the result of a completed seek or preroll.
  private func completion(_ event: SessionEvent?) -> String? {
    switch event {
    case .seekFinished(let identifier, let finished): "seek \(identifier) \(finished)"
    case .prerollFinished(let identifier, let finished): "preroll \(identifier) \(finished)"
    default: nil
    }
  }

  @Test func seekIsCompletedOnce() {
    var seeks = SeekController()
    let none = seeks.finish(true)
    seeks.begin(request(600), hasWaited: false)
    #expect(seeks.isSeeking && seeks.target == ticks(600))
    let first = seeks.finish(true)
    let second = seeks.finish(true)
    #expect([none, first, second].map(completion) == [nil, "seek 7 true", nil])
    #expect(!seeks.isSeeking && seeks.target == nil)
  }

  @Test func seekOfTheSessionIsNotReported() {
    var seeks = SeekController()
    seeks.begin(request(600, identifier: SeekRequest.ownIdentifier), hasWaited: false)
    let event = seeks.finish(true)
    #expect(completion(event) == nil && !seeks.isSeeking)
  }

  @Test func targetIsExactWithoutTolerance() {
    var seeks = SeekController()
    #expect(seeks.exactTarget == nil)
    seeks.begin(request(600), hasWaited: false)
    #expect(seeks.exactTarget == ticks(600))
    seeks.begin(request(600, before: ticks(1)), hasWaited: false)
    #expect(seeks.exactTarget == nil)
    seeks.begin(request(600, after: .positiveInfinity), hasWaited: false)
    #expect(seeks.exactTarget == nil)
  }

  @Test func startHasToleranceOfTheSeek() {
    var seeks = SeekController()
    #expect(seeks.startKind(.playback) == .play())
    #expect(seeks.startKind(.pausedSeek) == .showFrame())
    seeks.begin(request(600, before: ticks(60), after: ticks(30)), hasWaited: true)
    let tolerance = SeekTolerance(before: ticks(60), after: ticks(30))
    #expect(seeks.startKind(.playback) == .play(tolerance: tolerance))
    #expect(seeks.startKind(.pausedSeek) == .showFrame(tolerance: tolerance, isWhileSeeking: true))
    #expect(seeks.startKind(.reverse) == .playBackward)
  }

  @Test func prerollIsCompletedOnce() {
    var seeks = SeekController()
    seeks.beginPreroll(3)
    let first = seeks.finishPreroll(false)
    let second = seeks.finishPreroll(true)
    #expect([first, second].map(completion) == ["preroll 3 false", nil])
  }

  @Test func primingIsDueOnceAfterADelay() {
    var seeks = SeekController()
    seeks.schedulePriming(at: .zero)
    #expect(seeks.primingDeadline == .zero + .milliseconds(120))
    let due = [119, 120, 121].map { seeks.takeDuePriming(at: .zero + .milliseconds($0)) }
    #expect(due == [false, true, false])
    seeks.schedulePriming(at: .zero)
    seeks.cancelPriming()
    #expect(seeks.primingDeadline == nil)
  }
}
