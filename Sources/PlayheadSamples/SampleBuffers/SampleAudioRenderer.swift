import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadItems
import PlayheadMedia

/// Decodes and plays the audio samples that a program enqueues, at the times of a clock.
///
/// Any thread may use it. Its thread starts with the first sample, and ends with `close`.
package final class SampleAudioRenderer: Sendable {
  let loop: SampleAudioLoop

  /// Creates a renderer that plays nothing until it follows the clock of a synchronizer.
  ///
  /// - Parameter onEvent: Called by the environment's delivery.
  package init(_ environment: PlaybackEnvironment, onEvent: @escaping @Sendable (SampleRendererEvent) -> Void) {
    loop = SampleAudioLoop(environment, onEvent: onEvent)
  }

  deinit { close() }

  /// Ends the thread and the output.
  package func close() { loop.shared.perform(.close) }

  /// The state.
  package var status: SampleRendererStatus { loop.shared.status }

  /// Enqueues a sample.
  package func enqueue(_ sample: AudioSample) {
    loop.shared.queue.push(sample, bytes: sample.byteCount)
    loop.start()
  }

  /// Drops all samples that are not played yet.
  package func flush() {
    loop.shared.queue.clear()
    loop.shared.perform(.flush)
    loop.start()
  }

  /// Drops the samples from a time on.
  ///
  /// - Parameter completion: Called by the environment's delivery: whether the samples before the time remain.
  package func flush(from time: CMTime, completion: @escaping @Sendable (Bool) -> Void) {
    loop.shared.perform(.flushFrom(time, completion))
    loop.start()
  }

  /// Whether more samples should be enqueued.
  package var isReady: Bool { loop.shared.isReady }
  /// Whether enough audio is decoded to start without a stall.
  package var hasSufficientData: Bool { loop.shared.hasSufficientData }
  /// Whether any sample has been enqueued.
  var hasData: Bool { loop.shared.queue.enqueued > 0 }

  /// Calls a block whenever more samples should be enqueued.
  package func requestData(on queue: DispatchQueue, _ block: @escaping () -> Void) {
    loop.shared.request.set(on: queue, block)
    loop.start()
  }
  /// Ends this.
  package func stopRequesting() { loop.shared.request.stop() }

  /// The clock of the samples.
  package var clock: SampleClock { loop.shared.clock }
  /// Follows another clock.
  package func follow(_ clock: SampleClock) { loop.shared.follow(clock) }

  /// Sets the volume: a linear factor from 0 to 1.
  package func setGain(_ gain: Float) { loop.shared.perform(.gain(gain)) }
  /// Sets the algorithm for other rates.
  package func setPitch(_ algorithm: PitchAlgorithm) { loop.shared.perform(.pitch(algorithm)) }
  /// Selects an output device by the sound server's identifier; nil: the system's choice.
  package func setDevice(_ identifier: String?) { loop.shared.perform(.device(identifier)) }
}
