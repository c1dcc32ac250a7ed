import CoreMedia
import PlayheadClock
import PlayheadText
import Synchronization

/// Notifies a client of the current captions, each time they change, optionally in advance. Uses a thread of its own.
package final class CaptionNotifier: Sendable {
  /// A change that is delivered to the client.
  package enum Event: Sendable {
    /// The position has jumped: the captions delivered so far are obsolete.
    case flushed
    /// All captions from `time` on, with the style rules.
    case cues([Cue], rules: [CaptionRule], time: CMTime)
  }

  /// The requests of the client.
  private struct State {
    /// How long before their time captions are delivered; not negative.
    var advance = CMTime.zero
    /// Whether the thread has to end.
    var isStopped = false
    /// The number of calls of `redeliver`.
    var deliveryRequests = 0
  }

  /// The captions of the item. Changes of them and of their clock open `gate`.
  private let captions: ItemCaptions
  /// The clock of the session, for the current host time.
  private let clock: any EngineClock
  /// The gate at which the thread waits.
  private let gate: any Gate
  /// Written by the client, read by the thread.
  private let state = Mutex(State())
  /// Calls the client, on the notifier's thread and without a lock.
  private let deliver: @Sendable (Event) -> Void

  /// `deliver` is called on a thread of its own, in order.
  package init(_ captions: ItemCaptions, clock: any EngineClock, deliver: @escaping @Sendable (Event) -> Void) {
    self.captions = captions
    self.clock = clock
    self.deliver = deliver
    gate = clock.makeGate("legible")
    captions.addWaiter(gate)
    _ = EngineThread("playhead.legible", clock: clock, qualityOfService: .userInitiated) { [self] in run() }
  }

  /// Sets how many seconds in advance captions are delivered.
  package func setAdvance(_ seconds: Double) {
    state.withLock {
      $0.advance = seconds.isFinite ? CMTime(seconds: max(0, seconds), preferredTimescale: 1_000_000) : .zero
    }
    gate.open()
  }

  /// Delivers the present captions again, for a new client.
  package func redeliver() {
    state.withLock { $0.deliveryRequests += 1 }
    gate.open()
  }

  /// Ends the thread asynchronously; may be called on that thread.
  package func stop() {
    state.withLock { $0.isStopped = true }
    captions.removeWaiter(gate)
    gate.open()
  }

  /// The value that was delivered last.
  private struct Delivered {
    /// The captions at the time of the last check.
    var scene = CaptionScene()
    /// The number of seeks that were taken into account.
    var flushes = 0
    var deliveryRequests = 0
    /// The expected time of the next change.
    var expected: CMTime?
  }

  /// The loop of the thread. Waits without a deadline while no player has the item.
  private func run() {
    var delivered = Delivered()
    delivered.flushes = captions.position?.flushes ?? 0
    while true {
      let state = state.withLock { $0 }
      if state.isStopped { return }
      guard let position = captions.position else {
        gate.wait(until: nil)
        continue
      }
      gate.wait(until: step(position, state, &delivered))
    }
  }

  /// Delivers changes. Returns when to check again.
  private func step(_ position: ItemCaptions.Position, _ state: State, _ delivered: inout Delivered) -> HostTime? {
    let line = position.clock.snapshot
    let now = clock.now
    let present = line.rate == 0 ? line.stoppedAt : position.clock.time(at: now)
    let time = line.rate < 0 ? present - state.advance : present + state.advance
    let scene = captions.wholeScene(at: time)
    let isFlushed = delivered.flushes != position.flushes
    if isFlushed, !delivered.scene.isEmpty || delivered.expected != nil { deliver(.flushed) }
    let isNew =
      !scene.shows(sameAs: delivered.scene) || delivered.deliveryRequests != state.deliveryRequests
      || (isFlushed && !scene.isEmpty)
    if isNew, !(scene.isEmpty && delivered.scene.isEmpty) {
      let start = delivered.expected.flatMap { !isFlushed && $0 <= time ? $0 : nil } ?? time
      let cues = scene.layers.flatMap { $0.cues.map(\.cue) }.filter { !$0.runs.isEmpty }
      deliver(.cues(cues, rules: scene.layers.first?.appearance.rules ?? [], time: start))
    }
    (delivered.scene, delivered.flushes, delivered.deliveryRequests) = (scene, position.flushes, state.deliveryRequests)
    delivered.expected = captions.nextChange(after: time, isReversed: line.rate < 0)
    guard line.rate != 0, let next = delivered.expected else { return nil }
    let due = line.rate < 0 ? next + state.advance : next - state.advance
    // In reverse playback, a cue ends just before its start.
    let instant = line.rate < 0 ? due.nanoseconds - 1 : due.nanoseconds
    return position.clock.hostTime(ofMedia: instant).map { max($0, now + HostDuration(nanoseconds: 1000)) }
  }
}
