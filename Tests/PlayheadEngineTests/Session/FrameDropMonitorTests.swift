import CoreMedia
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct FrameDropMonitorTests {
  /// The drop reports, with their times, of a count that grows at given seconds.
  private func dropReports(_ drops: [(at: Double, total: Int)], until end: Double = 60) -> [String] {
    var watch = FrameDropMonitor()
    var dropReports: [String] = []
    for tenth in 0...Int(end * 10) {
      let time = Double(tenth) / 10
      let total = drops.last { $0.at <= time }?.total ?? 0
      if let count = watch.look(total, at: .zero + .seconds(time)) { dropReports.append("\(count) at \(time)") }
    }
    return dropReports
  }

  @Test func reportsNothingWithoutDrops() { #expect(dropReports([]).isEmpty) }

  @Test func runOfDropsIsOneEvent() {
    #expect(dropReports([(3, 1), (3.1, 2), (3.5, 7)]) == ["7 at 4.5"])
    #expect(dropReports([(3, 1), (5, 3)]) == ["1 at 4.0", "2 at 6.0"])
  }

  /// A machine that is too slow drops frames all the time: an event each ten seconds and a bit more.
  @Test func endlessDropsAreReportedPeriodically() {
    let all = dropReports((0..<600).map { (Double($0) / 10, $0 + 1) })
    #expect(all.count == 5)
  }

  @Test func finishReportsDropsAtOnce() {
    var watch = FrameDropMonitor()
    _ = watch.look(4, at: .zero)
    #expect(watch.finish(5, at: .zero) == 5)
    #expect(watch.finish(0, at: .zero) == nil)
  }

  /// A sink that lets time pass while a frame is presented: frames due meanwhile are never shown.
  private final class SlowSink: VideoSink {
    let clock: ManualClock
    let gate: any Gate
    init(_ clock: ManualClock) {
      self.clock = clock
      gate = clock.makeGate("slow sink")
    }
    var lead: HostDuration { .zero }
    func present(_ presented: PresentedFrame) {
      guard presented.frame.presentationTime.seconds > 1 else { return }
      let until = clock.now + .milliseconds(300)
      while clock.now < until { gate.wait(until: until) }
    }
    func clear() {}
  }

  @Test func journalRecordsDroppedFrames() throws {
    let clock = ManualClock()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    defer { session.close() }
    session.attach(SlowSink(clock))
    let item = EngineItem(url: try Fixtures.url("h264-bframes.mp4"))
    session.setItem(item)
    session.setRate(1)
    clock.advance(by: .seconds(20))
    let dropped = item.journal.entries.compactMap { entry in
      if case .dropped(let count) = entry.event { count } else { nil }
    }
    // Nine seconds of 30 frames, of which one in nine is shown; in one run, since it has no pauses.
    #expect((220...250).contains(dropped.reduce(0, +)), "\(dropped)")
    #expect((1...2).contains(dropped.count))
    #expect(item.journal.entries.count < 15)
  }

  @Test func fastSinkDropsNothing() throws {
    let stage = try Stage("h264-bframes.mp4")
    #expect(stage.playToEnd(rate: 2))
    let item = try #require(stage.session.snapshot.item)
    #expect(!item.journal.entries.contains { if case .dropped = $0.event { true } else { false } })
  }
}
