import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// Decodes and presents the video samples that a program enqueues, at the times of a clock.
///
/// Any thread may use it. Its thread starts with the first sample or sink, and ends with `close`.
package final class SampleVideoRenderer: VideoSinkHost {
  private let loop: SampleVideoLoop
  private let environment: PlaybackEnvironment

  /// Creates a renderer at the host time.
  ///
  /// - Parameter onStatus: Called by the environment's delivery when the status changes.
  package init(_ environment: PlaybackEnvironment, onStatus: @escaping @Sendable () -> Void) {
    self.environment = environment
    loop = SampleVideoLoop(environment, onStatus: onStatus)
  }

  deinit { close() }

  /// Ends the thread. Sinks receive no more frames.
  package func close() { loop.shared.perform(.close) }

  /// The state.
  package var status: SampleRendererStatus { loop.shared.status }

  // MARK: Samples

  /// Enqueues a sample. Without effect once closed.
  package func enqueue(_ sample: VideoSample) {
    loop.shared.queue.push(sample, bytes: sample.byteCount)
    loop.start()
  }

  /// Drops all samples and frames that are not shown yet. The next sample must be a sync sample.
  ///
  /// - Parameters:
  ///   - removesImage: Whether the frame that is shown is removed too.
  ///   - completion: Called by the environment's delivery when that is done.
  package func flush(removesImage: Bool, completion: (@Sendable () -> Void)? = nil) {
    loop.shared.queue.clear()
    loop.shared.perform(.flush(removesImage: removesImage, completion))
    loop.start()
  }

  /// Whether more samples should be enqueued.
  package var isReady: Bool { loop.shared.isReady }
  /// Whether enough samples are decoded to start without a stall.
  package var hasSufficientData: Bool { loop.shared.hasSufficientData }

  /// Calls a block whenever more samples should be enqueued.
  package func requestData(on queue: DispatchQueue, _ block: @escaping () -> Void) {
    loop.shared.request.set(on: queue, block)
    loop.start()
    loop.shared.gate.open()
  }
  /// Ends this.
  package func stopRequesting() { loop.shared.request.stop() }

  // MARK: Clock and sinks

  /// The clock of the frames.
  package var clock: SampleClock { loop.shared.clock }
  /// Follows another clock. Frames that are not shown yet are shown by it.
  package func follow(_ clock: SampleClock) { loop.shared.follow(clock) }

  package func attach(_ sink: any VideoSink) {
    loop.attach(sink)
    loop.start()
  }
  package func detach(_ sink: any VideoSink) { loop.detach(sink) }
}
