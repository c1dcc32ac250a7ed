import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The video track from the reader to the timeline: its packet queue and its decoder thread.
///
/// Used by the session's thread. `close` and then `join` end it; the timeline and its frames outlive it.
final class VideoTrackPipeline {
  /// The parameters of the video track.
  let stream: StreamParameters
  /// The packets from the reader.
  let queue: PacketQueue
  /// The gate at which the decoder thread waits for packets and for capacity in the timeline.
  private let gate: any Gate
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

  /// Starts the decoder, which writes to `timeline`. Called once.
  ///
  /// - Parameters:
  ///   - item: The item that is decoded, which may disable its video during playback.
  ///   - scrub: Makes seeks fast while the user scrubs; nil: each seek decodes from its sync sample.
  ///   - deinterlacing: What was determined when the item was opened.
  ///   - report: Delivers an event to the session. Called by the decoder thread.
  func start(
    into timeline: VideoTimeline, of item: EngineItem, in environment: PlaybackEnvironment, scrub: ScrubController?,
    deinterlacing: ItemDeinterlacing, report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    guard thread == nil else { return }
    let (stream, flag) = (stream, flag)
    let context = VideoDecodeLoop.Context(
      queue: queue, gate: gate, timeline: timeline, clock: environment.clock, url: item.url,
      decoding: VideoDecodingOptions(of: item, in: environment, deinterlacing: deinterlacing),
      isVideoEnabled: { !item.isVideoDisabled }, isClosed: { flag.isSet },
      report: report)
    let limits = environment.limits
    thread = EngineThread("playhead.video", clock: environment.clock) {
      VideoDecodeLoop.run(context, parameters: stream, scrub: scrub?.makeDecodeController(), limits: limits)
    }
  }

  /// Ends the decoder: it writes nothing more. Returns at once; `join` waits until its thread has ended.
  func close() {
    flag.set()
    gate.open()
  }

  /// Waits until the decoder thread has ended. Call `close` before.
  func join() {
    thread?.join()
    thread = nil
  }
}
