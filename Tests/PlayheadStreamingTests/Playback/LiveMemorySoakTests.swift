import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

/// Hours of a live stream on the manual clock: retained memory must not grow with them.
@Suite(
  "Live for hours (soak)", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "`make soak` runs the long tests"))
struct LiveMemorySoakTests {
  /// `PLAYHEAD_SOAK_HOURS` sets its duration.
  private static let hours = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK_HOURS"].flatMap(Double.init) ?? 8
  /// The first half hour fills the buffers of fixed size.
  private static let warmUp = min(0.5, hours / 4)

  /// Both in parallel, so that the hours pass once: together they may not grow by the allowance of each.
  @Test("transport streams: memory grows by less than 1 MB an hour for a playing and a paused stream together")
  func transport() throws {
    let broadcast = try Broadcast(size: 8)
    try run("transport streams", broadcast.server, end: { broadcast.end }, slide: broadcast.slide)
  }

  @Test("fragmented MP4 without a discontinuity: the same")
  func fragments() throws {
    let broadcast = try FragmentBroadcast(size: 8)
    try run("fragmented MP4", broadcast.server, end: { broadcast.end }, slide: broadcast.slide)
  }

  private func run(_ name: String, _ server: FaultServer, end: () -> Double, slide: () -> Void) throws {
    let clock = ManualClock()
    let playing = Self.begin(server, clock)
    let paused = Self.begin(server, clock)
    defer {
      playing.session.close()
      paused.session.close()
    }
    clock.advance(by: .seconds(2))
    paused.session.setRate(0)
    var samples: [(hour: Double, memory: MemoryUse)] = []
    let seconds = Int(Self.hours * 3600)
    let began = ContinuousClock.now
    // New media arrives as fast as it plays: otherwise the buffer would grow with the hours.
    let start = end()
    for second in 0...seconds {
      if second.isMultiple(of: max(1, seconds / 480)) { samples.append((Double(second) / 3600, try MemoryUse.now())) }
      clock.advance(by: .seconds(1))
      _ = playing.session.takeEvents()
      _ = paused.session.takeEvents()
      while end() - start < Double(second) { slide() }
      if second.isMultiple(of: 60) { server.clearRequests() }
    }
    #expect(playing.item.snapshot.error == nil && paused.item.snapshot.error == nil)
    #expect((0..<20).contains(end() - playing.session.currentTime().seconds))
    #expect(paused.session.currentTime().seconds < 20)
    Self.report(name, samples, took: ContinuousClock.now - began)
    let warm = samples.filter { $0.hour >= Self.warmUp }
    #expect(Self.slope(warm.map { ($0.hour, $0.memory.resident) }) < 1)
    #expect(Self.slope(warm.map { ($0.hour, $0.memory.live) }) < 1)
  }

  private static func begin(
    _ server: FaultServer, _ clock: ManualClock
  ) -> (session: PlaybackSession, item: EngineItem) {
    var limits = BufferLimits()
    limits.frameBytes = 6 * 320 * 180 * 3 / 2
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: clock, audio: CapturingAudio { _ in }, limits: limits, delivery: clock)
    ) {}
    session.attach(CapturingVideoSink(checksums: false) { _ in })
    session.setRate(1)
    let item = EngineItem(url: server.url("/a/index.m3u8"))
    session.setItem(item)
    return (session, item)
  }

  /// One line each hour, for Docs/Testing.md.
  private static func report(_ name: String, _ samples: [(hour: Double, memory: MemoryUse)], took: Duration) {
    print("live memory of \(name), \(took) for \(hours) h:")
    print("| from | to | resident at the end | slope | live at the end | slope |")
    var start = 0.0
    var end = warmUp
    while start < hours {
      let part = samples.filter { start <= $0.hour && $0.hour <= end }
      if let last = part.last, part.count > 1 {
        let resident = slope(part.map { ($0.hour, $0.memory.resident) })
        let live = slope(part.map { ($0.hour, $0.memory.live) })
        print(
          String(
            format: "| %.2f h | %.2f h | %.2f MiB | %.2f MiB/h | %.2f MiB | %.2f MiB/h |", start, end,
            last.memory.resident, resident, last.memory.live, live))
      }
      (start, end) = (end, min(hours, end + (hours > 2 ? 1 : hours / 8)))
      if end <= start { break }
    }
  }

  /// The least-squares slope.
  private static func slope(_ samples: [(x: Double, y: Double)]) -> Double {
    let count = Double(samples.count)
    let x: Double = samples.map(\.x).reduce(0, +) / count
    let y: Double = samples.map(\.y).reduce(0, +) / count
    var (over, under) = (0.0, 0.0)
    for sample in samples {
      let distance = sample.x - x
      over += distance * (sample.y - y)
      under += distance * distance
    }
    return over / under
  }
}
