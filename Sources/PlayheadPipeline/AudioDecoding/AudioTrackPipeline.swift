import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia

/// One audio track from the reader to the ring: its packet queue and, once there is a ring, its decoder thread.
///
/// A pipeline has one at a time. Another track gets a new one, while the ring and its content remain.
///
/// Used by the session's thread. `close` and then `join` end it; the ring outlives it.
final class AudioTrackPipeline {
  /// The parameters of the audio track.
  let stream: StreamParameters
  /// The packets from the reader. It exists before the decoder, so that reading can begin.
  let queue: PacketQueue
  /// The gate at which the decoder thread waits for packets and for capacity in the ring.
  let gate: any Gate
  /// The ring that the decoder fills; nil before `start`.
  private(set) var ring: AudioRing?
  /// The flag that ends the decoder thread.
  private let flag = CloseFlag()
  /// The decoder thread; nil before `start` and after `join`.
  private var thread: EngineThread?

  /// Creates it without a decoder. `gate` is that of the decoder thread, `reader` the gate of the demux loop, which
  /// is opened when packets are taken.
  init(_ stream: StreamParameters, gate: any Gate, reader: any Gate) {
    self.stream = stream
    self.gate = gate
    queue = PacketQueue(consumer: gate, producer: reader)
  }

  /// The values and closures that a decoder uses from its own thread.
  struct AudioDecoderContext {
    /// The clock of the engine, on which waits for capacity are measured.
    var clock: any EngineClock
    /// The item's URL, for errors.
    var url: URL
    /// Whether the audio reports the seek result: there is no video.
    var reportsSeekResult: Bool
    /// The current rate of playback. Read for each block of samples.
    var rate: @Sendable () -> Double
    /// The current algorithm for time stretching. Read for each block of samples.
    var pitch: @Sendable () -> PitchAlgorithm
    /// The volume and the tap of this track; nil: unchanged samples.
    var mix: @Sendable () -> AudioMixSettings.Track?
    /// Seconds of silence before the first sample, in media time. Each value is returned once.
    var silenceBefore: @Sendable () -> Double
    /// Delivers an event to the session. Called by the decoder thread.
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
        isClosed: { flag.isSet }, report: context.report
      ).run()
    }
  }

  /// Ends the decoder: it writes nothing more. `join` waits until its thread has ended.
  ///
  /// Returns at once. The content of the ring remains, and is played.
  func close() {
    flag.set()
    gate.open()
  }

  /// Waits until the decoder thread has ended. Call `close` before; returns at once if the decoder was never started.
  func join() {
    thread?.join()
    thread = nil
  }
}
