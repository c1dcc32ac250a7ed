import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// The watchdog's decisions, and the end of a player that hangs.
@Suite struct WatchdogTests {
  private typealias Observation = Watchdog.Observation

  /// The kind and time of the reported stall; facts are supplied each ten seconds.
  private func firstStall(after limit: Double = 2000, _ observation: (Double) -> Observation) -> (StuckKind, Double)? {
    var dog = Watchdog()
    dog.watch(true, at: .zero)
    var now = HostTime.zero
    while let look = dog.nextCheck, (look - .zero).seconds < limit {
      now = look
      let seconds = (now - .zero).seconds
      if let kind = dog.look(observation(seconds), at: now) { return (kind, seconds) }
    }
    return nil
  }

  private func second(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

  @Test func progressResetsWatchdog() {
    #expect(firstStall { Observation(phase: .running, position: second($0)) } == nil)
    #expect(firstStall { Observation(phase: .running, position: -second($0) / 100) } == nil, "backward, and slowly")
    #expect(firstStall { Observation(phase: .waiting, bytes: Int64($0 / 100)) } == nil, "a byte each hundred seconds")
    #expect(firstStall { Observation(phase: .waiting, secondsAhead: ($0 / 300).rounded(.down)) } == nil)
    #expect(firstStall { _ in Observation(phase: .idle) } == nil)
    #expect(
      firstStall { Observation(phase: .running, start: Int($0), position: 7) } == nil,
      "a loop as long as looks are apart")
  }

  @Test func eachStallKindHasItsTimeout() throws {
    let buffering = try #require(firstStall { _ in Observation(phase: .waiting, bytes: 7) })
    #expect(buffering.0 == .buffering && (600...620).contains(buffering.1))
    let playing = try #require(firstStall { Observation(phase: .running, position: second(min($0, 100))) })
    #expect(playing.0 == .playing && (160...180).contains(playing.1))
    let end = try #require(firstStall { Observation(phase: .running, position: second($0), isPlayedOut: $0 > 100) })
    #expect(end.0 == .pastTheEnd && (160...180).contains(end.1))
    let suppressed = try #require(firstStall { _ in Observation(phase: .ready) })
    #expect(suppressed.0 == .suppressed && (60...80).contains(suppressed.1))
  }

  @Test func doesNotWatchWhilePaused() {
    var dog = Watchdog()
    dog.watch(true, at: .zero)
    #expect(dog.nextCheck != nil)
    dog.watch(false, at: .zero + .seconds(5))
    #expect(dog.nextCheck == nil)
  }

  /// A device that accepts audio and never reports playing any after its first second: its position is constant.
  private final class FrozenAudio: AudioOutputProvider {
    let audio: CapturingAudio
    init(_ audio: CapturingAudio) { self.audio = audio }
    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      Output(try audio.makeOutput(source: source, clock: clock), clock)
    }

    private final class Output: AudioOutput {
      let output: any AudioOutput
      let clock: any EngineClock
      init(_ output: any AudioOutput, _ clock: any EngineClock) { (self.output, self.clock) = (output, clock) }
      var format: AudioFormat { output.format }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        output.played().map { (min($0.frames, Int64(format.sampleRate)), clock.now) }
      }
    }
  }

  @Test func frozenDeviceFailsAsStuck() throws {
    let stage = Stage(device: { audio, _ in FrozenAudio(audio) })
    let item = try stage.open("sine.wav")
    stage.session.setRate(1)
    stage.advance(by: .seconds(200))
    #expect(item.snapshot.error?.kind == .stuck(.playing))
    #expect(stage.eventLog.contains("failedToPlayToEnd stuck(PlayheadItems.StuckKind.playing)"))
    let eventLog = item.journal.entries.map { "\($0.event)" }
    #expect(eventLog.contains { $0.hasPrefix("stuck") } && eventLog.contains { $0.hasPrefix("failed") }, "\(eventLog)")
  }

  /// A source that returns the beginning of a file and then blocks for ever, and reports that it waits.
  private final class StarvedSource: ByteSourceProvider, ByteSource {
    private let bytes: Data
    private let budget: Int
    private let place = Mutex(0)
    private let gate: any Gate
    private let isEnded = Atomic<Bool>(false)

    init(_ url: URL, budget: Int, _ clock: ManualClock) throws {
      bytes = try Data(contentsOf: url)
      self.budget = budget
      gate = clock.makeGate("dry well")
    }

    func source(for url: URL, options: RequestOptions) -> any ByteSource { self }
    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }
    var transfer: TransferSnapshot? { TransferSnapshot() }
    func setReadAhead(_ bytes: Int?) {}
    var isCancelled: Bool { isEnded.load(ordering: .acquiring) }
    func cancel() {
      isEnded.store(true, ordering: .releasing)
      gate.open()
    }
    func resume() { isEnded.store(false, ordering: .releasing) }
    func seek(to offset: Int64) { place.withLock { $0 = Int(offset) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
      let start = place.withLock { $0 }
      while start >= budget {
        if isEnded.load(ordering: .acquiring) { throw ByteSourceError.cancelled }
        gate.wait(until: nil)
      }
      let count = min(buffer.count, budget - start)
      bytes.copyBytes(to: buffer, from: start..<start + count)
      place.withLock { $0 = start + count }
      return count
    }
  }

  /// Half of an audio file arrives, and then nothing more.
  @Test func missingMediaFailsAsStuck() throws {
    let url = try Fixtures.url("sine.wav")
    let stage = Stage(sources: { clock in
      do { return try StarvedSource(url, budget: 400_000, clock) } catch { return StandardByteSourceProvider() }
    })
    let item = stage.open(url)
    stage.session.setRate(1)
    stage.advance(by: .seconds(500))
    #expect(stage.eventLog.contains("stalled"))
    #expect(item.snapshot.error == nil)
    stage.advance(by: .seconds(200))
    #expect(item.snapshot.error?.kind == .stuck(.buffering))
    let names = item.journal.entries.map { String("\($0.event)".prefix { $0 != "(" }) }
    #expect(names.suffix(2) == ["stuck", "failed"] && names.contains("ranOut"), "\(names)")
  }

  @Test func journalRetainsNewestEntries() {
    let journal = SessionJournal()
    for number in 0..<2500 { journal.note(.rate(Float(number)), at: .zero, media: .zero) }
    let entries = journal.entries
    #expect(entries.count == SessionJournal.limit)
    #expect(entries.map(\.number) == Array(1501...2500))
  }

  @Test func journalDescribesSession() throws {
    let stage = Stage()
    let item = try stage.open("h264-bframes.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    stage.seek(CMTime(value: 5, timescale: 1))
    stage.advance(by: .seconds(10))
    let names = item.journal.entries.map { String("\($0.event)".prefix { $0 != "(" }) }
    #expect(
      names == [
        "opening", "opened", "selected", "seekCompleted", "ready", "rate", "playing", "seek", "stopped",
        "seekCompleted", "playing",
        "stopped", "ended",
      ])
    let times = item.journal.entries.map(\.host)
    #expect(times == times.sorted())
  }
}
