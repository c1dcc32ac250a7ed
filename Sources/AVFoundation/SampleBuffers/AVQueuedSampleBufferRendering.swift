import CoreMedia
import Foundation

/// A renderer of sample buffers that a program enqueues: of video or of audio.
///
/// A program enqueues buffers in decode order as long as `isReadyForMoreMediaData` is true, or lets itself be called
/// with `requestMediaDataWhenReady(on:using:)`. The times of the samples are those of `timebase`. All members may be
/// used from any thread, by one at a time.
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
  /// The read-only timebase of the samples' times: that of the synchronizer.
  var timebase: CMTimebase { get }

  /// Appends a buffer. Errors are reported by the renderer's status.
  func enqueue(_ sampleBuffer: CMSampleBuffer)

  /// Drops the samples that are not rendered yet. The next sample must be a sync sample.
  func flush()

  /// Whether more buffers should be enqueued. Buffers beyond that use memory.
  var isReadyForMoreMediaData: Bool { get }

  /// Calls a block on a queue whenever the renderer is ready for more, until `stopRequestingMediaData()`. The block
  /// enqueues buffers while `isReadyForMoreMediaData` is true.
  func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void)

  /// Ends the calls of `requestMediaDataWhenReady(on:using:)`.
  func stopRequestingMediaData()

  /// Whether the renderer has enough samples for playback to start without a stall.
  var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}

/// The status of a renderer of sample buffers.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
  /// No buffer has been rendered since the creation or the last flush.
  case unknown = 0

  /// Buffers are rendered.
  case rendering = 1

  /// A buffer could not be rendered: see `error`. Others are not until `flush()`.
  case failed = 2
}
