import CoreGraphics
import PlayheadMedia

/// The size of frames as the decoder outputs them.
package struct DecodedFrameShape: Sendable, Equatable {
  /// In stored samples.
  var width: Int
  /// In stored samples, without the pixel aspect.
  var height: Int
  /// The shape of a stored sample.
  var pixelAspect: PixelAspect
  /// The size at which frames are shown, in whole square pixels.
  var display: CGSize

  /// The shape of a decoded frame.
  package init(_ frame: VideoFrame) {
    (width, height, pixelAspect) = (frame.width, frame.height, frame.pixelAspect)
    let shown = frame.displaySize
    display = CGSize(width: shown.width.rounded(), height: shown.height.rounded())
  }
}
