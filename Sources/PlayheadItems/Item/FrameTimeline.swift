import CoreMedia
import PlayheadMedia

/// The decoded frames of an item around its position, which its video outputs read. Thread-safe.
package protocol FrameTimeline: AnyObject, Sendable {
  /// The decoded frame that is shown at a time; nil if it is not decoded.
  func frame(at time: CMTime) -> VideoFrame?
}
