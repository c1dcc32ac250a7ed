import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import Synchronization

/// A player with a server on which a fault occurs, in real time, and the viewer's experience.
///
/// Its thread checks every few milliseconds: the measured times are real time.
final class TimedRun {
  struct Outcome: Sendable {
    var fault: NetworkFault
    var medium: NetworkFault.Medium
    /// Seconds from the fault's beginning to the error.
    var errorAfter: Double?
    var error: MediaError?
    /// Seconds for which playback stalled from the fault on, and those of them after its end.
    var stalled = 0.0
    var stalledAfterEnd = 0.0
    /// The longest time for which a frame was frozen while the position moved.
    var frozen = 0.0
    var hasPlayedOn = false
    var wasMet = false

    /// A lost network is waited for until the timeout, and anything else is reported within ten seconds.
    private var longestWait: Double { fault.seconds == nil ? 10 : EngineItem.defaultNetworkTimeout + 2 }

    var isGood: Bool {
      wasMet && frozen <= 0.5
        && (error == nil ? hasPlayedOn && stalledAfterEnd <= 2 : stalled <= longestWait)
    }
  }

  private static let pollInterval = 0.02
  private static let timeout = 110.0

  private let scene: FaultScene
  private let session: PlaybackSession
  private let item: EngineItem
  private let sink: CapturingVideoSink
  private final class Shown: Sendable { let time = Mutex<Double?>(nil) }
  private let shown = Shown()
  private var outcome: Outcome

  init(_ fault: NetworkFault, _ medium: NetworkFault.Medium) throws {
    scene = try FaultScene(fault, medium, pace: 1, throttle: 80_000)
    outcome = Outcome(fault: fault, medium: medium)
    var limits = BufferLimits()
    limits.stream.secondsAhead = 1
    limits.packetBytes = 48 << 10
    limits.frameBytes = 6 * 320 * 180 * 3 / 2
    let shown = shown
    sink = CapturingVideoSink(checksums: false) { frame in shown.time.withLock { $0 = frame.time.seconds } }
    session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: SystemClock(), audio: CapturingAudio { _ in }, limits: limits, sources: ScaledTimeSources(pace: 1))
    ) {}
    item = EngineItem(url: scene.url)
    session.attach(sink)
    session.setRate(1)
    session.setItem(item)
  }

  func run() -> Outcome {
    let start = NetworkTime.now
    var nextSlide = start + 1
    var last = start
    var beginPosition: Double?
    while NetworkTime.now - start < Self.timeout {
      usleep(UInt32(Self.pollInterval * 1e6))
      let now = NetworkTime.now
      if now >= nextSlide {
        scene.slide()
        nextSlide += 1
      }
      let position = session.currentTime().seconds
      let record = scene.record.withLock { $0 }
      if record.began != nil { beginPosition = beginPosition ?? position }
      watch(position, from: last, to: now, record)
      last = now
      if isOver(record, now) { break }
      if scene.medium == .live, let beginPosition, position > beginPosition + 12 {
        outcome.hasPlayedOn = true
        break
      }
    }
    session.close()
    scene.end()
    return outcome
  }

  private func watch(_ position: Double, from last: Double, to now: Double, _ record: FaultScene.Record) {
    guard let began = record.began else { return }
    outcome.wasMet = true
    let isPlaying = session.snapshot.timeControl == .playing
    if isPlaying, let shown = shown.time.withLock({ $0 }), scene.medium == .live || position < 9.7 {
      outcome.frozen = max(outcome.frozen, position - shown)
    }
    guard !isPlaying, now > began else { return }
    outcome.stalled += now - max(last, began)
    // A fault that ends with its last request has ended then.
    let end = scene.fault.seconds == nil ? record.last ?? began : record.ended ?? .infinity
    if now > end { outcome.stalledAfterEnd += now - max(last, end) }
  }

  private func isOver(_ record: FaultScene.Record, _ now: Double) -> Bool {
    var error = item.snapshot.error
    for event in session.takeEvents() {
      switch event {
      case .playedToEnd: outcome.hasPlayedOn = true
      case .failedToPlayToEnd(_, let reason): error = error ?? reason
      default: break
      }
    }
    if let error {
      outcome.error = error
      outcome.errorAfter = now - (record.began ?? now)
    }
    return error != nil || outcome.hasPlayedOn
  }
}
