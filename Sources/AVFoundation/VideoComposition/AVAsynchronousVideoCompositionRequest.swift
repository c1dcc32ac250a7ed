import CoreVideo
import Foundation
import PlayheadMedia
import Synchronization

/// The request for one frame of a video composition. Any thread.
open class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants, and the result behind a lock.
  /// The end of a request.
  enum Result: @unchecked Sendable {
    // Sendable: a compositor gives up its buffer with the result.
    case frame(CVPixelBuffer)
    case failure(any Error)
    case cancelled
  }
  private let context: AVVideoCompositionRenderContext
  private let time: CMTime
  private let instruction: any AVVideoCompositionInstructionProtocol
  private let frames: [CMPersistentTrackID: CVPixelBuffer]
  private let result = Mutex<Result?>(nil)
  private let finished = DispatchSemaphore(value: 0)

  init(
    _ context: AVVideoCompositionRenderContext, at time: CMTime,
    _ instruction: any AVVideoCompositionInstructionProtocol, frames: [CMPersistentTrackID: CVPixelBuffer]
  ) {
    self.context = context
    self.time = time
    self.instruction = instruction
    self.frames = frames
    super.init()
  }

  /// The properties of the frame, and buffers for it.
  open var renderContext: AVVideoCompositionRenderContext { context }

  /// The time of the frame.
  open var compositionTime: CMTime { time }

  /// The tracks that have a frame at this time, as `NSNumber`.
  open var sourceTrackIDs: [NSNumber] { frames.keys.sorted().map { NSNumber(value: $0) } }

  /// The instruction that applies at this time.
  open var videoCompositionInstruction: any AVVideoCompositionInstructionProtocol { instruction }

  /// The frame of a track; nil if the track is not required, or empty at this time.
  open func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? { frames[trackID] }

  /// Ends the request with a frame. Only the first end of a request counts.
  open func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) { end(.frame(composedVideoFrame)) }

  /// Ends the request with an error: playback fails with it.
  open func finish(with error: any Error) { end(.failure(error)) }

  /// Ends a request that is no longer needed, without a frame.
  open func finishCancelledRequest() { end(.cancelled) }

  private func end(_ value: Result) {
    let isFirst = result.withLock { result in
      guard result == nil else { return false }
      result = value
      return true
    }
    if isFirst { finished.signal() }
  }

  /// Waits for the end of the request; nil if `isCancelled` returns true before it.
  func wait(isCancelled: () -> Bool) -> Result? {
    while finished.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if isCancelled() { return nil }
    }
    return result.withLock { $0 }
  }

  /// Returns the request itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
