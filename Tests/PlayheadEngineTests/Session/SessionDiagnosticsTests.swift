import CoreMedia
import Foundation
import PlayheadNetworking
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// What a session records about the playback of an item, without a pipeline.
@Suite struct SessionDiagnosticsTests {
  private let item = EngineItem(url: URL(fileURLWithPath: "/nowhere/clip.mp4"))
  private let clock = MediaClock()

  /// The state so many seconds after zero.
  private func context(at seconds: Double, isMoving: Bool = true) -> SessionContext {
    SessionContext(
      now: .zero + .seconds(seconds), item: item, pipeline: nil, clock: clock, rate: isMoving ? 1 : 0, playedRate: 1,
      isMoving: isMoving, isReversed: false, followsSourceClock: false, isExternal: false)
  }

  @Test func recordsStartupTimeOnce() {
    var diagnostics = SessionDiagnostics()
    diagnostics.itemIsReady(context(at: 1))
    #expect(item.journal.entries.isEmpty)
    diagnostics.openingBegins(at: .zero + .seconds(2))
    diagnostics.itemIsReady(context(at: 5))
    diagnostics.itemIsReady(context(at: 9))
    let times = item.journal.entries.compactMap { entry in
      if case .ready(let seconds) = entry.event { seconds } else { nil }
    }
    #expect(times == [3])
  }

  @Test func countsMediaPlayedBetweenCallsWhileMoving() throws {
    item.update { $0.transfer = TransferSnapshot() }
    item.writeLog { $0.begin(item.url, kind: .file) }
    var diagnostics = SessionDiagnostics()
    let date = Date(timeIntervalSince1970: 0)
    clock.run(through: 10_000_000_000, at: .zero, rate: 2)
    diagnostics.countPlayback(context(at: 1), date: date)
    diagnostics.countPlayback(context(at: 4), date: date)
    // Three seconds at double rate.
    #expect(abs(item.log.entries[0].watched - 6) < 1e-6)
    // Paused from 4 s to 6 s.
    diagnostics.countPlayback(context(at: 4, isMoving: false), date: date)
    diagnostics.countPlayback(context(at: 6), date: date)
    diagnostics.countPlayback(context(at: 7), date: date)
    #expect(abs(item.log.entries[0].watched - 8) < 1e-6)
    diagnostics.stopCounting()
    diagnostics.countPlayback(context(at: 9), date: date)
    #expect(abs(item.log.entries[0].watched - 8) < 1e-6)
    // The first call was at the position 10 s + 2 × 1 s.
    #expect(item.log.entries[0].startOffset == 12)
  }

  @Test func ignoresPlaybackOfLocalItems() {
    item.writeLog { $0.begin(item.url, kind: .file) }
    var diagnostics = SessionDiagnostics()
    clock.run(through: 0, at: .zero, rate: 1)
    for second in 0..<5 { diagnostics.countPlayback(context(at: Double(second)), date: Date()) }
    #expect(item.log.entries[0].watched == 0)
  }

  @Test func reportsNewLogEntriesOnce() throws {
    func kinds(_ event: SessionEvent?) -> [Bool]? {
      if case .logGrew(_, let access, let errors) = event { [access, errors] } else { nil }
    }
    var diagnostics = SessionDiagnostics()
    #expect(kinds(diagnostics.newLogEntries(of: item)) == nil)
    item.writeLog { $0.begin(item.url, kind: .file) }
    #expect(kinds(diagnostics.newLogEntries(of: item)) == [true, false])
    #expect(kinds(diagnostics.newLogEntries(of: item)) == nil)
    let error = MediaError(.damaged, url: item.url)
    item.writeLog { $0.add(ErrorEntry(date: Date(), error: error, address: nil, fields: nil)) }
    #expect(kinds(diagnostics.newLogEntries(of: item)) == [false, true])
    // A new item's log is counted from the beginning.
    diagnostics.itemWasReplaced()
    #expect(kinds(diagnostics.newLogEntries(of: item)) == [true, true])
  }

  /// Buffering without a received byte is a hang after ten minutes; facts are evaluated only at checks.
  @Test func findsHangOnlyWhilePlaybackIsRequested() {
    var diagnostics = SessionDiagnostics()
    var looks = 0
    func observation() -> Watchdog.Observation {
      looks += 1
      return Watchdog.Observation(phase: .waiting)
    }
    var found: [Int] = []
    for second in 0...700 {
      let now = HostTime.zero + .seconds(Double(second))
      if diagnostics.findHang(whilePlaybackIsRequested: true, at: now, observation: observation()) == .buffering {
        found.append(second)
      }
    }
    // Ten minutes after the first check, at 10 s.
    #expect(found == [610])
    #expect(looks == 70)
    let isIdle = diagnostics.findHang(whilePlaybackIsRequested: false, at: .zero, observation: observation()) == nil
    #expect(isIdle && diagnostics.nextCheck == nil && looks == 70)
  }

  @Test func suspensionOfTheProcessIsNoHang() {
    var diagnostics = SessionDiagnostics()
    var found: [Int] = []
    for second in 0...1000 {
      if second == 500 { diagnostics.processWasSuspended() }
      let now = HostTime.zero + .seconds(Double(second))
      if diagnostics.findHang(
        whilePlaybackIsRequested: true, at: now, observation: Watchdog.Observation(phase: .waiting)) != nil
      {
        found.append(second)
      }
    }
    #expect(found.isEmpty)
  }
}
