import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadClock
import Synchronization

/// A block of audio as delivered to the device.
public struct CapturedAudio: Sendable {
  /// The media time of its first frame.
  public var time: CMTime
  /// The host time of its output.
  public var hostTime: HostTime
  /// The format of the samples.
  public var format: AudioFormat
  /// The interleaved samples.
  public var samples: [Float]
}

/// A substitute for the audio device: takes blocks of 1,024 frames at the pace of the clock, without latency. Accepts
/// every format, so that nothing is converted.
public final class CapturingAudio: Sendable {
  /// Called on the output's thread for each block.
  private let receive: @Sendable (CapturedAudio) -> Void
  /// The number of frames per block: about 21 ms at 48 kHz.
  static let blockSize = 1024

  /// `receive` is called on the output's thread for each block; silence not rendered by the player is omitted.
  public init(_ receive: @escaping @Sendable (CapturedAudio) -> Void) { self.receive = receive }
}

extension CapturingAudio: AudioOutputProvider {
  /// Returns the preferred format, so that the engine converts nothing.
  package func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
  /// Creates an output whose blocks are due on the given clock.
  package func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
    CapturingOutput(source: source, clock: clock, receive: receive)
  }
}

/// The output of one session: a thread that renders a block whenever one is due.
private final class CapturingOutput: AudioOutput {
  /// The format of the source.
  let format: AudioFormat
  /// The engine's renderer, which fills the blocks.
  private let source: AudioRenderer
  /// The clock that determines when blocks are due.
  private let clock: any EngineClock
  /// Called on the output's thread for each block that contains media.
  private let receive: @Sendable (CapturedAudio) -> Void
  /// The state, locked because the output's thread and the engine's threads use it.
  private let state = Mutex(State())

  /// The current run and the number of frames.
  private struct State {
    /// The host time of the first block of the current run; nil while stopped.
    var start: HostTime?
    /// The frames delivered in earlier runs.
    var before: Int64 = 0
    /// The frames delivered in all runs, including silence.
    var frames: Int64 = 0
    /// The thread of the current run; nil while stopped.
    var thread: EngineThread?
    /// The gate on which that thread waits; opened to end the wait early.
    var gate: (any Gate)?
  }

  /// Creates a stopped output.
  init(source: AudioRenderer, clock: any EngineClock, receive: @escaping @Sendable (CapturedAudio) -> Void) {
    self.source = source
    self.clock = clock
    self.receive = receive
    format = source.format
  }

  /// Starts a run. Has no effect during one.
  func start() throws {
    let gate = clock.makeGate("sound")
    let begin = clock.now
    let isNew = state.withLock {
      guard $0.start == nil else { return false }
      $0.start = begin
      $0.before = $0.frames
      $0.gate = gate
      return true
    }
    guard isNew else { return }
    let thread = EngineThread("playhead.sound", clock: clock) { [self] in run(gate, begin) }
    state.withLock { $0.thread = thread }
  }

  /// Ends the run and waits for its thread.
  func stop() {
    let thread = state.withLock { state -> EngineThread? in
      state.start = nil
      state.gate?.open()
      defer { state.thread = nil }
      return state.thread
    }
    thread?.join()
  }

  /// Renders blocks at their due times until the run ends.
  ///
  /// - Parameters:
  ///   - gate: The gate of this run.
  ///   - begin: The due time of its first block.
  private func run(_ gate: any Gate, _ begin: HostTime) {
    let size = CapturingAudio.blockSize
    var block = [Float](repeating: 0, count: size * format.channelCount)
    var count: Int64 = 0
    while state.withLock({ $0.start != nil }) {
      let due = begin + HostDuration(nanoseconds: count * Int64(size) * 1_000_000_000 / Int64(format.sampleRate))
      if clock.now < due {
        gate.wait(until: due)
        continue
      }
      let time = source.nextMediaTime
      let taken = block.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { source.render(into: $0, count: size) } ?? 0
      }
      count += 1
      state.withLock { $0.frames += Int64(size) }
      if taken > 0, let time {
        receive(
          CapturedAudio(
            time: CMTime(value: time, timescale: 1_000_000_000), hostTime: due, format: format,
            samples: Array(block.prefix(taken * format.channelCount))))
      }
    }
  }

  /// The frames played so far and the host time at which the last of them was played; nil while stopped. Derived from
  /// the clock, as without latency.
  func played() -> (frames: Int64, at: HostTime)? {
    let now = clock.now
    return state.withLock { state in
      guard let start = state.start else { return nil }
      let (high, low) = (now - start).nanoseconds.multipliedFullWidth(by: Int64(format.sampleRate))
      let played = Int64(1_000_000_000).dividingFullWidth((high, low)).quotient
      let frames = min(played, state.frames - state.before)
      let at = start + HostDuration(nanoseconds: frames * 1_000_000_000 / Int64(format.sampleRate))
      return (state.before + frames, at)
    }
  }
}
