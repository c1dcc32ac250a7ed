import CoreMedia
import Foundation
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Interruptions of an item by interstitials at 20 s ("a" and "b") and after the end ("post").
@Suite struct InterstitialControllerTests {
  private let item = EngineItem(url: URL(fileURLWithPath: "/nowhere/clip.mp4"))
  private let clock = MediaClock()

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
  private func host(_ seconds: Double) -> HostTime { .zero + .seconds(seconds) }

  private func context(at seconds: Double, isMoving: Bool = true) -> SessionContext {
    SessionContext(
      now: host(seconds), item: item, pipeline: nil, clock: clock, rate: 1, playedRate: 1, isMoving: isMoving,
      isReversed: false, followsSourceClock: false, isExternal: false)
  }

  private func controller(constrainsSeeking: Bool = false) -> InterstitialController {
    item.changeInterstitials { interstitials in
      interstitials.program = ["a", "b"].map { id in
        var point = InterstitialPoint(id: id, place: .time(CMTime(value: 20, timescale: 1)))
        point.constrainsSeeking = constrainsSeeking
        return point
      }
      interstitials.program?.append(InterstitialPoint(id: "post", place: .afterAll))
    }
    var controller = InterstitialController()
    clock.run(through: 0, at: host(0), rate: 1)
    controller.adopt(context(at: 0))
    return controller
  }

  /// Announced ten seconds ahead, due at its time.
  @Test func interruptsPlaybackAtItsTime() {
    var controller = controller()
    #expect(controller.deadline(context(at: 0)) == host(10))
    #expect(controller.deadline(context(at: 0, isMoving: false)) == nil)
    #expect(controller.frameLimit(rate: 1) == time(20) && controller.frameLimit(rate: 0) == nil)
    let early = controller.takeAnnouncement(context(at: 9.9))
    let announced = (0..<2).map { _ in controller.takeAnnouncement(context(at: 10)) }
    #expect(early == nil && announced == ["a", nil])
    #expect(controller.deadline(context(at: 10)) == host(20))
    #expect(controller.due(context(at: 19.9)) == nil)
    #expect(controller.due(context(at: 20))?.id == "a")
    #expect(controller.due(context(at: 20))?.time == time(20))
  }

  @Test func interstitialsAtOneTimeFollowEachOther() {
    var controller = controller()
    controller.begin("a")
    #expect(controller.isInterrupted)
    let ends = ["other", "a", "b"].map { id in
      controller.end(id, offset: .zero, at: time(20), isAtEnd: false, rate: 1)
    }
    #expect(ends == [.none, .next("b"), .resume])
    #expect(!controller.isInterrupted)
  }

  /// The first moves the resumption by 5 s, the second by 2 s.
  @Test func itemResumesAfterASeek() {
    var controller = controller()
    controller.begin("a")
    let first = controller.end("a", offset: time(5), at: time(20), isAtEnd: false, rate: 1)
    let second = controller.end("b", offset: time(2), at: time(20), isAtEnd: false, rate: 1)
    #expect(first == .next("b") && second == .seek(to: time(27)))
    let isShown = controller.seekCompleted(at: time(27))
    #expect(isShown)
    // The resumption is no seek of the client: nothing is repeated.
    #expect(controller.due(atStart: time(27)) == nil && controller.frameLimit(rate: 1) == nil)
  }

  @Test func seekOfTheClientRepeatsInterstitials() {
    var controller = controller()
    controller.begin("a")
    let dropped = controller.cancel()
    #expect(dropped.id == "a" && dropped.returnsSinks)
    let isShown = controller.seekCompleted(at: time(10))
    #expect(isShown && controller.frameLimit(rate: 1) == time(20) && controller.due(atStart: time(20)) == "a")
  }

  @Test func cancellationEndsRedirectionOfSinksDuringResumption() {
    var controller = controller()
    let idle = controller.cancel()
    #expect(idle.id == nil && !idle.returnsSinks)
    controller.begin("a")
    _ = controller.end("a", offset: time(5), at: time(20), isAtEnd: false, rate: 1)
    _ = controller.end("b", offset: .zero, at: time(20), isAtEnd: false, rate: 1)
    let resuming = controller.cancel()
    #expect(resuming.id == nil && resuming.returnsSinks)
  }

  @Test func seekDuringAnInterstitialShowsNothing() {
    var controller = controller()
    controller.begin("a")
    let isShown = controller.seekCompleted(at: time(20))
    #expect(!isShown)
  }

  @Test func itemEndsAfterItsLastInterstitial() {
    var controller = controller()
    #expect(controller.dueAtEnd == "post")
    controller.begin("post")
    let end = controller.end("post", offset: .zero, at: time(60), isAtEnd: true, rate: 1)
    #expect(end == .endItem && controller.dueAtEnd == nil)
  }

  /// Paused at the end: nothing is reported until playback is requested.
  @Test func pausedItemStaysAtItsEnd() {
    var controller = controller()
    controller.begin("post")
    let end = controller.end("post", offset: .zero, at: time(60), isAtEnd: true, rate: 0)
    #expect(end == .resume)
  }

  @Test func limitsSeeksPastRequiredInterstitials() {
    var controller = controller(constrainsSeeking: true)
    func request(_ seconds: Double) -> SeekRequest {
      SeekRequest(
        time: time(seconds), toleranceBefore: .positiveInfinity, toleranceAfter: .zero, identifier: 3)
    }
    let limited = controller.constrained(request(50), from: time(5))
    #expect(limited?.time == time(20) && limited?.toleranceBefore == .zero && limited?.identifier == 3)
    let free = controller.constrained(request(15), from: time(5))
    #expect(free?.time == time(15) && free?.toleranceBefore == .positiveInfinity)
    controller.begin("a")
    #expect(controller.constrained(request(50), from: time(20)) == nil)
    #expect(controller.constrained(request(10), from: time(20))?.time == time(10))
  }

  @Test func itemWithoutInterstitialsIsNotInterrupted() {
    var controller = controller()
    controller.itemWasReplaced()
    #expect(controller.deadline(context(at: 0)) == nil && controller.dueAtEnd == nil)
    #expect(!InterstitialController.plays(beforeStartOf: EngineItem(url: item.url), at: .zero))
    #expect(InterstitialController.plays(beforeStartOf: item, at: time(20)))
    #expect(!InterstitialController.plays(beforeStartOf: item, at: time(10)))
  }
}
