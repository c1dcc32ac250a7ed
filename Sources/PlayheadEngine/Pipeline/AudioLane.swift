import Foundation
import PlayheadFFmpeg
import Synchronization

/// One audio track from the reader to the ring: its packet queue and, once there is a ring, its decoder thread.
///
/// A pipeline has one lane at a time. Another track gets a new lane, while the ring and its content remain.
final class AudioLane {
  let stream: StreamParameters
  let queue: PacketQueue
  let gate: any Gate
  private(set) var ring: AudioRing?
  private let flag = Flag()
  private var thread: EngineThread?

  private final class Flag: Sendable {
    let isClosed = Atomic<Bool>(false)
  }

  init(_ stream: StreamParameters, gate: any Gate, reader: any Gate) {
    self.stream = stream
    self.gate = gate
    queue = PacketQueue(consumer: gate, producer: reader)
  }

  /// The values and closures that a decoder uses from its own thread.
  struct AudioDecoderContext {
    var clock: any EngineClock
    var url: URL
    /// Whether the audio reports the seek result: there is no video.
    var reportsSeekResult: Bool
    var rate: @Sendable () -> Double
    var pitch: @Sendable () -> PitchAlgorithm
    var mix: @Sendable () -> AudioMixSettings.Track?
    var silenceBefore: @Sendable () -> Double
    var report: @Sendable (PipelineReport) -> Void
  }

  /// Starts the decoder. Called once; until then packets wait in the queue.
  func start(into ring: AudioRing, _ context: AudioDecoderContext) {
    guard self.ring == nil else { return }
    self.ring = ring
    let (stream, queue, gate, flag) = (stream, queue, gate, flag)
    thread = EngineThread("playhead.audio", clock: context.clock) {
      AudioDecodeLoop(
        parameters: stream, queue: queue, gate: gate, ring: ring, clock: context.clock, url: context.url,
        reportsSeekResult: context.reportsSeekResult, rate: context.rate, pitch: context.pitch,
        mix: context.mix, silenceBefore: context.silenceBefore,
        isClosed: { flag.isClosed.load(ordering: .acquiring) }, report: context.report
      ).run()
    }
  }

  /// Ends the decoder: it writes nothing more. `join` waits until its thread has ended.
  func close() {
    flag.isClosed.store(true, ordering: .releasing)
    gate.open()
  }

  func join() {
    thread?.join()
    thread = nil
  }
}
