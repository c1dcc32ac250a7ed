import CoreMedia
import CoreVideo
import PlayheadMedia

/// Makes the frames of a video composition from those of its tracks. Used by one thread at a time, the reader's.
package protocol FrameCompositor: AnyObject, Sendable {
  /// The distance of two frames. Positive.
  var frameDuration: CMTime { get }
  /// The size of the frames in pixels.
  var size: (width: Int, height: Int) { get }
  /// The identifiers of the video tracks whose frames are needed at a time; nil for all.
  func tracks(at time: CMTime) -> [Int32]?
  /// Makes one frame. May block.
  ///
  /// - Parameters:
  ///   - frames: The displayed frames of the needed tracks, by track identifier. Empty tracks are missing.
  ///   - isCancelled: Whether the result is no longer needed.
  /// - Returns: A buffer in a format that `PixelBufferConverter` supports; nil if the frame is skipped.
  /// - Throws: `MediaError` if the frame cannot be made; with the kind `.cancelled` after a cancellation.
  func compose(
    _ frames: [Int32: VideoFrame], at time: CMTime, isCancelled: () -> Bool
  ) throws(MediaError) -> CVPixelBuffer?
}
