import CoreGraphics
import CoreMedia
import PlayheadMedia

/// The layers of a video composition at one time, from front to back.
package struct LayerComposition: Sendable {
  /// One track's frame in the composition.
  package struct Layer: Sendable {
    /// The identifier of the track.
    package var track: Int32
    /// From the frame's square pixels, whose origin is at the top left, to those of the composition.
    package var transform: CGAffineTransform
    /// From 0 to 1.
    package var opacity: Float
    /// The visible part of the frame in its square pixels; nil for all of it.
    package var crop: CGRect?

    /// Creates a layer.
    package init(track: Int32, transform: CGAffineTransform = .identity, opacity: Float = 1, crop: CGRect? = nil) {
      self.track = track
      self.transform = transform
      self.opacity = opacity
      self.crop = crop
    }
  }

  /// The layers, the front one first.
  package var layers: [Layer]
  /// The background as 32-bit BGRA: blue in the lowest byte. Opaque.
  package var background: UInt32

  /// Creates a composition.
  package init(layers: [Layer], background: UInt32 = 0xFF00_0000) {
    self.layers = layers
    self.background = background
  }
}
