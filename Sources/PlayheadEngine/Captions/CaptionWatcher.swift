import CoreMedia
import PlayheadText
import Synchronization

/// The thread that tells a program which captions are to be read: each time others are, a little before that if it wants so.
package final class CaptionWatcher: Sendable {
  package enum News: Sendable {
    /// The position has jumped: what was told is over.
    case flushed
    /// All that is to be read from `time` on, with what rules say of its look.
    case cues([Cue], rules: [CaptionRule], time: CMTime)
  }

  private struct State {
    var advance = CMTime.zero
    var isStopped = false
    var tellings = 0
  }

  private let captions: ItemCaptions
  private let clock: any EngineClock
  private let gate: any Gate
  private let state = Mutex(State())
  private let tell: @Sendable (News) -> Void

  /// `tell` is called on a thread of its own, in order.
  package init(_ captions: ItemCaptions, clock: any EngineClock, tell: @escaping @Sendable (News) -> Void) {
    self.captions = captions
    self.clock = clock
    self.tell = tell
    gate = clock.makeGate("legible")
    captions.addWaiter(gate)
    _ = EngineThread("playhead.legible", clock: clock, qualityOfService: .userInitiated) { [self] in run() }
  }

  package func setAdvance(_ seconds: Double) {
    state.withLock {
      $0.advance = seconds.isFinite ? CMTime(seconds: max(0, seconds), preferredTimescale: 1_000_000) : .zero
    }
    gate.open()
  }

  /// Somebody else listens now, who knows nothing yet.
  package func tellAgain() {
    state.withLock { $0.tellings += 1 }
    gate.open()
  }

  /// The thread ends soon; it may be the calling one.
  package func stop() {
    state.withLock { $0.isStopped = true }
    captions.removeWaiter(gate)
    gate.open()
  }

  /// What was told last.
  private struct Told {
    var scene = CaptionScene()
    var rules: [CaptionRule] = []
    var flushes = 0
    var tellings = 0
    /// When the next change was to come.
    var expected: CMTime?
  }

  private func run() {
    var told = Told()
    told.flushes = captions.position?.flushes ?? 0
    while true {
      let state = state.withLock { $0 }
      if state.isStopped { return }
      guard let position = captions.position else {
        gate.wait(until: nil)
        continue
      }
      gate.wait(until: step(position, state, &told))
    }
  }

  /// Tells what is new. Returns when to look again.
  private func step(_ position: ItemCaptions.Position, _ state: State, _ told: inout Told) -> HostTime? {
    let line = position.clock.snapshot
    let now = clock.now
    let present = line.rate == 0 ? line.stoppedAt : position.clock.time(at: now)
    let time = line.rate < 0 ? present - state.advance : present + state.advance
    let scene = captions.wholeScene(at: time)
    let isFlushed = told.flushes != position.flushes
    if isFlushed, !told.scene.isEmpty || told.expected != nil { tell(.flushed) }
    let isNew = !scene.shows(sameAs: told.scene) || told.tellings != state.tellings || (isFlushed && !scene.isEmpty)
    if isNew, !(scene.isEmpty && told.scene.isEmpty) {
      let start = told.expected.flatMap { !isFlushed && $0 <= time ? $0 : nil } ?? time
      let cues = scene.layers.flatMap { $0.cues.map(\.cue) }.filter { !$0.runs.isEmpty }
      tell(.cues(cues, rules: scene.layers.first?.look.rules ?? [], time: start))
    }
    (told.scene, told.flushes, told.tellings) = (scene, position.flushes, state.tellings)
    told.expected = captions.nextChange(after: time, isReversed: line.rate < 0)
    guard line.rate != 0, let next = told.expected else { return nil }
    let due = line.rate < 0 ? next + state.advance : next - state.advance
    // Backward, a cue ends just before its beginning.
    let instant = line.rate < 0 ? due.nanoseconds - 1 : due.nanoseconds
    return position.clock.hostTime(ofMedia: instant).map { max($0, now + HostDuration(nanoseconds: 1000)) }
  }
}
