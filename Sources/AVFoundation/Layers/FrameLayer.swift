import PlayheadPipeline
import QuartzCore

/// A layer that shows the frames of a player or of a renderer, for AVKit, which renders frames itself.
package protocol FrameLayer: CALayer, LayerVideoSource {
  /// The source of the frames; nil without one.
  var sinkHost: (any VideoSinkHost)? { get }
  /// The scaling of the video within the bounds.
  var videoGravity: AVLayerVideoGravity { get }
  /// Handles a new frame, possibly of another size, or the removal of the last frame.
  func frameChanged()
}
