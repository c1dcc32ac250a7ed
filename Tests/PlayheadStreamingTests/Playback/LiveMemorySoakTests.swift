import Foundation
import PlayheadEngine
import PlayheadTesting
import TestSupport
import Testing

/// Hours of a live stream on the manual clock: what it keeps must not grow with them.
@Suite(
  "Live for hours (soak)", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "`make soak` runs the long tests"))
struct LiveMemorySoakTests {
  /// `PLAYHEAD_SOAK_HOURS` makes it shorter or longer.
  private static let hours = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK_HOURS"].flatMap(Double.init) ?? 8

  /// Resident memory in MiB: the second number of proc(5)'s statm counts pages.
  private static func memory() throws -> Double {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return Double((Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// Both at once, so that the hours pass once: together they may not grow by what is allowed to each.
  @Test("less than a megabyte more an hour, for one that plays and one that is paused together")
  func slope() throws {
    let broadcast = try Broadcast(size: 8)
    let clock = ManualClock()
    let playing = Self.begin(broadcast, clock)
    let paused = Self.begin(broadcast, clock)
    defer {
      playing.session.close()
      paused.session.close()
    }
    clock.advance(by: .seconds(2))
    paused.session.setRate(0)
    // The first tenth fills what has a fixed size.
    var samples: [(hour: Double, memory: Double)] = []
    let seconds = Int(Self.hours * 3600)
    for second in 0..<seconds {
      clock.advance(by: .seconds(1))
      _ = playing.session.takeEvents()
      _ = paused.session.takeEvents()
      broadcast.slide()
      if second.isMultiple(of: 60) { broadcast.server.forgetRequests() }
      if second > seconds / 10, second.isMultiple(of: max(1, seconds / 60)) {
        samples.append((Double(second) / 3600, try Self.memory()))
      }
    }
    #expect(playing.item.snapshot.error == nil && paused.item.snapshot.error == nil)
    let edge = broadcast.end
    #expect((0..<20).contains(edge - playing.session.currentTime().seconds))
    #expect(paused.session.currentTime().seconds < 20)
    let slope = Self.slope(samples)
    print(
      String(
        format: "live memory: %.1f h, %.2f MiB/h, %.1f MiB at the end", Self.hours, slope, samples.last?.memory ?? 0))
    #expect(slope < 1)
  }

  private static func begin(
    _ broadcast: Broadcast, _ clock: ManualClock
  ) -> (session: PlaybackSession, item: EngineItem) {
    var limits = BufferLimits()
    limits.pictureBytes = 6 * 320 * 180 * 3 / 2
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: clock, audio: CapturingAudio { _ in }, limits: limits, delivery: clock)
    ) {}
    session.attach(CapturingVideoSink(checksums: false) { _ in })
    session.setRate(1)
    let item = EngineItem(url: broadcast.server.url("/a/index.m3u8"))
    session.setItem(item)
    return (session, item)
  }

  /// The line of least squares.
  private static func slope(_ samples: [(hour: Double, memory: Double)]) -> Double {
    let count = Double(samples.count)
    let (x, y) = (samples.map(\.hour).reduce(0, +) / count, samples.map(\.memory).reduce(0, +) / count)
    let over = samples.reduce(0) { $0 + ($1.hour - x) * ($1.memory - y) }
    return over / samples.reduce(0) { $0 + ($1.hour - x) * ($1.hour - x) }
  }
}
