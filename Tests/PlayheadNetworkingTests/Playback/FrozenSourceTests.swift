import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// The effect of a freeze on playback, to the microsecond, on the manual clock.
@Suite("A freezing source")
struct FrozenSourceTests {
  private struct Outcome {
    /// The events, each with the second of playback.
    var eventLog: [(what: String, at: Double)] = []
    var frames: [Double] = []
    var audioFrames = 0
  }

  /// Plays from the beginning; the source freezes at a fraction of the file until some seconds after playback began.
  private func play(_ name: String, hasAudio: Bool, frozenFrom share: Double, until seconds: Double) throws -> Outcome {
    let clock = ManualClock()
    let freezes = FrozenSource.FreezeProvider(clock: clock)
    let outcome = Mutex(Outcome())
    let audio = CapturingAudio { block in
      outcome.withLock { $0.audioFrames += block.samples.count / block.format.channelCount }
    }
    var limits = BufferLimits()
    // Six of the fixtures' small frames, so that not all of the file is decoded before anything freezes.
    limits.frameBytes = 6 * 320 * 180 * 3 / 2
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: clock, audio: hasAudio ? audio : nil, limits: limits, delivery: clock, sources: freezes)
    ) {}
    defer { session.close() }
    let sink = CapturingVideoSink { frame in outcome.withLock { $0.frames.append(frame.time.seconds) } }
    session.attach(sink)
    let item = EngineItem(url: try Fixtures.url(name))
    session.setItem(item)
    clock.advance(by: .seconds(1))
    let start = clock.now
    let size = try Data(contentsOf: Fixtures.url(name)).count
    freezes.frost.withLock { $0 = .init(from: Int64(Double(size) * share), until: start + .seconds(seconds)) }
    session.setRate(1)
    var isOver = false
    while !isOver {
      clock.settle()
      for event in session.takeEvents() {
        let what: String? =
          switch event {
          case .sessionChanged(let snapshot): snapshot.timeControl == .playing ? "playing" : nil
          case .stalled: "stalled"
          case .playedToEnd: "ended"
          case .failedToPlayToEnd: "failed"
          default: nil
          }
        if let what, outcome.withLock({ $0.eventLog.last?.what != what }) {
          outcome.withLock { $0.eventLog.append((what, (clock.now - start).seconds)) }
        }
        if what == "ended" || what == "failed" { isOver = true }
      }
      if !isOver && !clock.step() { break }
    }
    return outcome.withLock { $0 }
  }

  @Test(
    "playback stalls when media runs out, resumes within 100 ms, and loses nothing",
    arguments: [("video-only.mp4", false), ("h264-bframes.mp4", false), ("h264-bframes.mp4", true)])
  func freeze(name: String, hasAudio: Bool) throws {
    let outcome = try play(name, hasAudio: hasAudio, frozenFrom: 0.5, until: 20)
    #expect(outcome.eventLog.map(\.what) == ["playing", "stalled", "playing", "ended"])
    let stalled = try #require(outcome.eventLog.first { $0.what == "stalled" }).at
    let again = try #require(outcome.eventLog.dropFirst(2).first).at
    // Half the file is about five of its ten seconds.
    #expect((3...7).contains(stalled))
    #expect((20...20.1).contains(again))
    let expected = try Fixtures.expected(name)
    #expect(outcome.frames.count == expected.expectedFrameCount)
    #expect(outcome.frames == outcome.frames.sorted())
    let end = try #require(outcome.eventLog.last).at
    #expect(abs(end - (20 + 10 - stalled)) < 0.3)
  }

  @Test("a freeze shorter than the buffer has no effect")
  func shortFreeze() throws {
    let outcome = try play("h264-bframes.mp4", hasAudio: true, frozenFrom: 0.5, until: 3)
    #expect(outcome.eventLog.map(\.what) == ["playing", "ended"])
  }

  @Test("the buffer goal grows after an underrun")
  func bufferGoals() {
    var watch = BufferMonitor()
    func shouldContinue(_ second: Double, ahead: Double, isComplete: Bool = false) -> Bool {
      watch.look(at: HostTime.zero + .seconds(second), ahead: ahead, isComplete: isComplete)
    }
    watch.ranOut(at: .zero)
    #expect(!shouldContinue(0, ahead: 0.9))
    #expect(shouldContinue(0, ahead: 1.0))
    #expect(!watch.isRebuffering)
    watch.ranOut(at: .zero + .seconds(10))
    #expect(!shouldContinue(10, ahead: 1.9))
    #expect(shouldContinue(10, ahead: 2))
    watch.ranOut(at: .zero + .seconds(100))
    #expect(shouldContinue(100, ahead: 1))
    watch.ranOut(at: .zero + .seconds(101))
    #expect(shouldContinue(101, ahead: 0, isComplete: true))
  }

  @Test("bytes map to times proportionally")
  func times() {
    let duration = CMTime(value: 10, timescale: 1)
    #expect(
      BufferMonitor.times(of: [0..<250, 500..<1000], size: 1000, duration: duration) == [
        CMTimeRange(start: .zero, end: CMTime(value: 2500, timescale: 1000)),
        CMTimeRange(start: CMTime(value: 5000, timescale: 1000), end: duration),
      ])
    #expect(BufferMonitor.times(of: [0..<250], size: nil, duration: duration).isEmpty)
    #expect(BufferMonitor.times(of: [0..<250], size: 1000, duration: .indefinite).isEmpty)
  }
}
