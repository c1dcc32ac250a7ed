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

@Suite struct SinkDelayTests {
  /// A sink that records when it receives each frame.
  private final class RecordingSink: VideoSink {
    let delay: HostDuration
    var lead: HostDuration { .zero }
    private let clock: ManualClock
    private let frames = Mutex<[(media: Double, deadline: Double, received: Double)]>([])

    init(_ clock: ManualClock, delay: HostDuration) { (self.clock, self.delay) = (clock, delay) }

    /// The frames so far, with media and host times in seconds.
    var received: [(media: Double, deadline: Double, received: Double)] { frames.withLock { $0 } }

    func present(_ presented: PresentedFrame) {
      let frame = (
        presented.frame.presentationTime.seconds, Double(presented.deadline.nanoseconds) / 1e9,
        Double(clock.now.nanoseconds) / 1e9
      )
      frames.withLock { $0.append(frame) }
    }

    func clear() {}
  }

  /// The host time minus the media time of the frames between the seconds 2 and 5 of media time, rounded to
  /// milliseconds, and the number of these frames.
  private func offsets(delay: HostDuration) throws -> (deadlines: Set<Int>, latest: Int, count: Int) {
    let clock = ManualClock()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    defer { session.close() }
    let sink = RecordingSink(clock, delay: delay)
    session.attach(sink)
    session.setItem(EngineItem(url: try Fixtures.url("h264-bframes.mp4")))
    session.setRate(1)
    clock.advance(by: .seconds(8))
    let frames = sink.received.filter { (2...5).contains($0.media) }
    /// A duration in milliseconds.
    func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }
    return (
      Set(frames.map { milliseconds($0.deadline - $0.media) }),
      frames.map { milliseconds($0.received - $0.deadline) }.max() ?? -1, frames.count
    )
  }

  @Test(arguments: [300, -300])
  func delayedSinkReceivesAllFramesWithThatOffset(milliseconds: Int) throws {
    let plain = try offsets(delay: .zero)
    let delayed = try offsets(delay: .milliseconds(Int64(milliseconds)))
    #expect(plain.deadlines.count == 1)
    #expect(delayed.deadlines == Set(plain.deadlines.map { $0 + milliseconds }))
    // Three seconds at 30 frames a second, the first and the last included; each is received in time.
    #expect(plain.count == 91)
    #expect(delayed.count == 91)
    #expect(plain.latest <= 0 && delayed.latest <= 0)
  }
}
