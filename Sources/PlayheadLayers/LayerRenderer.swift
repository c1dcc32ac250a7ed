import CPlayheadCairo
import CoreGraphics
import Foundation
import QuartzCore

/// Renders layer trees to memory: for thumbnails with overlays, for tests, for programs without a window.
///
/// The layer's bounds fill the image; its own position and transform, which apply in a superlayer, are ignored. Player
/// layers show their current frame, and animations are evaluated at the given time. Pixels are premultiplied sRGB with
/// four bytes each: blue, green, red, alpha. Use a renderer on the thread of the tree.
///
/// An addition of this project; Apple's `CARenderer` draws with Metal.
public final class LayerRenderer {
  /// The pixels per point in each direction.
  public let scale: CGFloat
  /// The converted images, reused between renderings.
  private let images = ImageSurfaces()

  /// The maximum width and height in pixels, which is cairo's limit.
  private static let largest = 32_000

  /// Creates a renderer.
  ///
  /// - Parameter scale: Pixels per point; values that are not positive and finite count as 1.
  public init(scale: CGFloat = 1) { self.scale = scale > 0 && scale.isFinite ? scale : 1 }

  /// Renders a layer and its sublayers to an image.
  ///
  /// - Parameters:
  ///   - layer: The root of the rendered tree; its opacity and mask apply.
  ///   - time: The media time, on the clock of `CACurrentMediaTime()`.
  /// - Returns: nil for a layer without an area, or one that exceeds the memory or 32,000 pixels in a dimension.
  public func image(of layer: CALayer, at time: CFTimeInterval = CACurrentMediaTime()) -> CGImage? {
    guard let size = size(of: layer) else { return nil }
    let bytesPerRow = size.width * 4
    guard let memory = NSMutableData(length: bytesPerRow * size.height) else { return nil }
    guard draw(layer, into: memory.mutableBytes, bytesPerRow: bytesPerRow, at: time),
      let provider = CGDataProvider(data: memory), let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    return CGImage(
      width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)],
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Renders a layer and its sublayers over the contents of a buffer.
  ///
  /// - Parameters:
  ///   - layer: As for `image(of:at:)`.
  ///   - target: The layer's height times `scale` rows, rounded, each with its width times `scale` pixels.
  ///   - bytesPerRow: The distance between rows: a multiple of four.
  ///   - time: The media time, on the clock of `CACurrentMediaTime()`.
  /// - Returns: False if nothing could be drawn: no area, or rows that are too short.
  @discardableResult
  public func draw(
    _ layer: CALayer, into target: UnsafeMutableRawPointer, bytesPerRow: Int,
    at time: CFTimeInterval = CACurrentMediaTime()
  ) -> Bool {
    guard let size = size(of: layer) else { return false }
    return draw(
      layer, into: target, width: size.width, height: size.height, bytesPerRow: bytesPerRow, at: time)
  }

  /// Renders a layer and its sublayers over the contents of a buffer of any size: the origin of the layer's bounds is
  /// its upper left corner.
  package func draw(
    _ layer: CALayer, into target: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int,
    at time: CFTimeInterval
  ) -> Bool {
    let lengths = 1...Self.largest
    guard playhead_cairo_is_available(), lengths.contains(width), lengths.contains(height), bytesPerRow >= width * 4,
      bytesPerRow % 4 == 0, bytesPerRow <= Int32.max
    else { return false }
    guard
      let surface = playhead_cairo_image_surface_create_for_data(
        target.assumingMemoryBound(to: UInt8.self), Int32(playhead_cairo_argb32), Int32(width), Int32(height),
        Int32(bytesPerRow)), let drawing = playhead_cairo_create(surface)
    else { return false }
    defer {
      playhead_cairo_destroy(drawing)
      playhead_cairo_surface_flush(surface)
      playhead_cairo_surface_destroy(surface)
    }
    guard playhead_cairo_status(drawing) == Int32(playhead_cairo_success) else { return false }
    if var node = layer.node(at: time) {
      node.map = PlaneMap.translation(-node.bounds.minX, -node.bounds.minY).then(.scale(scale, scale))
      NodePainter(drawing: drawing, images: images).draw(node)
    }
    return playhead_cairo_status(drawing) == Int32(playhead_cairo_success)
  }

  /// The size of a layer in pixels; nil if it has no area or exceeds the limit.
  private func size(of layer: CALayer) -> (width: Int, height: Int)? {
    let (width, height) = ((layer.bounds.width * scale).rounded(), (layer.bounds.height * scale).rounded())
    guard width >= 1, height >= 1, width <= Double(Self.largest), height <= Double(Self.largest) else { return nil }
    return (Int(width), Int(height))
  }
}
