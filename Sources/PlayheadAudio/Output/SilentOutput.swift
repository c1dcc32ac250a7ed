import PlayheadBasics
import PlayheadClock
import Synchronization

/// Stands in for a missing audio device where nothing else drives the clock: consumes audio at its rate without output.
package struct SilentOutputProvider: AudioOutputProvider {
  /// Creates a provider.
  package init() {}
  /// Every format is supported.
  package func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
  /// Never fails.
  package func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
    SilentOutput(source: source, clock: clock)
  }
}

/// An output that consumes audio at its rate on a thread of its own.
final class SilentOutput: AudioOutput {
  /// The format of the source.
  let format: AudioFormat
  /// Its audio is rendered and discarded.
  private let source: AudioRenderer
  /// The clock whose time paces the output.
  private let clock: any EngineClock
  /// Accessed by the session's thread and by the output's own.
  private let state = Mutex(State())

  /// The timing of the run in progress.
  private struct State {
    /// When the run started, moved forward by the time that the process was stopped; nil while not running.
    var start: HostTime?
    /// When its thread last ran.
    var tick = HostTime.zero
    /// Frames rendered in earlier runs, and in all.
    var before: Int64 = 0
    var frames: Int64 = 0
    /// Opened to end the thread.
    var gate: (any Gate)?
    /// The thread of the run; joined by `stop`.
    var thread: EngineThread?

    /// Suspends the stand-in while the process is stopped, as a device would be. Its thread runs twenty times a second:
    /// if it has not run for a second, no thread has.
    mutating func pass(to now: HostTime) {
      let pause = now - tick
      if pause > MediaClock.suspensionThreshold { start = start.map { $0 + pause } }
      tick = max(tick, now)
    }
  }

  /// Creates an output that is not running.
  init(source: AudioRenderer, clock: any EngineClock) {
    self.source = source
    self.clock = clock
    format = source.format
  }

  /// Starts a thread. Does nothing while running.
  func start() throws {
    let gate = clock.makeGate("silence")
    let begin = clock.now
    let isNew = state.withLock { state in
      guard state.start == nil else { return false }
      state.start = begin
      state.tick = begin
      state.before = state.frames
      state.gate = gate
      return true
    }
    guard isNew else { return }
    let thread = EngineThread("playhead.silent", clock: clock) { [self] in run(gate) }
    state.withLock { $0.thread = thread }
  }

  /// Waits for the end of the thread. Rendered frames still count in the next run.
  func stop() {
    let thread = state.withLock { state -> EngineThread? in
      let thread = state.thread
      state.start = nil
      state.thread = nil
      state.gate?.open()
      return thread
    }
    thread?.join()
  }

  /// Renders blocks of a twentieth of a second, each when it is due, until the output is stopped.
  private func run(_ gate: any Gate) {
    let size = max(256, format.sampleRate / 20)
    let block = UnsafeMutablePointer<Float>.allocate(capacity: size * format.channelCount)
    defer { block.deallocate() }
    var taken: Int64 = 0
    while true {
      let now = clock.now
      let start = state.withLock { state in
        state.pass(to: now)
        return state.start
      }
      guard let start else { return }
      let due = start + .seconds(Double(taken) / Double(format.sampleRate))
      if now < due {
        gate.wait(until: due)
        continue
      }
      source.render(into: block, count: size)
      taken += Int64(size)
      state.withLock { $0.frames += Int64(size) }
    }
  }

  /// Advances with the clock, but never past what was rendered. Nil while not running.
  func played() -> (frames: Int64, at: HostTime)? {
    let now = clock.now
    return state.withLock { state in
      state.pass(to: now)
      guard let start = state.start else { return nil }
      let played = Int64(saturating: (now - start).seconds * Double(format.sampleRate))
      let frames = min(played, state.frames - state.before)
      return (state.before + frames, start + .seconds(Double(frames) / Double(format.sampleRate)))
    }
  }
}
