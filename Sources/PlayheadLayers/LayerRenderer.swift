import CPlayheadCairo
import CoreGraphics
import Foundation
import QuartzCore

/// Draws layer trees into memory: for thumbnails with overlays, for tests, for programs without a window.
///
/// The layer's bounds fill the picture; its own position and transform say where it lies in a superlayer and mean nothing here.
/// Layers of players show their picture of the moment of drawing, animations are as they are at the time given. Pixels are sRGB,
/// premultiplied, four bytes each: blue, green, red, alpha. Use a renderer on the thread of the tree.
///
/// An addition of this project; Apple's `CARenderer` draws with Metal.
public final class LayerRenderer {
  /// How many pixels one point of the layer's space becomes, in each direction.
  public let scale: CGFloat
  private let images = ImageSurfaces()

  /// No picture is wider or higher: what cairo can address.
  private static let largest = 32_000

  /// A renderer.
  ///
  /// - Parameter scale: Pixels of one point; what is no positive number counts as 1.
  public init(scale: CGFloat = 1) { self.scale = scale > 0 && scale.isFinite ? scale : 1 }

  /// The picture of a layer and everything in it.
  ///
  /// - Parameters:
  ///   - layer: The root of what is drawn; hidden or not, its opacity and mask count.
  ///   - time: On the clock of `CACurrentMediaTime()`.
  /// - Returns: Nil for a layer without an area, or one that is too large for memory or wider than 32,000 pixels.
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

  /// Draws a layer and everything in it over what is in memory.
  ///
  /// - Parameters:
  ///   - layer: As for `image(of:at:)`.
  ///   - target: As many rows as the layer's height times `scale`, rounded, each with as many pixels as its width times `scale`.
  ///   - bytesPerRow: From one row to the next: a multiple of four.
  ///   - time: On the clock of `CACurrentMediaTime()`.
  /// - Returns: False where nothing could be drawn: no area, rows that are too short.
  @discardableResult
  public func draw(
    _ layer: CALayer, into target: UnsafeMutableRawPointer, bytesPerRow: Int,
    at time: CFTimeInterval = CACurrentMediaTime()
  ) -> Bool {
    guard let size = size(of: layer), bytesPerRow >= size.width * 4, bytesPerRow % 4 == 0, bytesPerRow <= Int32.max
    else { return false }
    guard
      let surface = cairo_image_surface_create_for_data(
        target.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height),
        Int32(bytesPerRow)), let drawing = cairo_create(surface)
    else { return false }
    defer {
      cairo_destroy(drawing)
      cairo_surface_flush(surface)
      cairo_surface_destroy(surface)
    }
    guard cairo_status(drawing) == CAIRO_STATUS_SUCCESS else { return false }
    if var node = layer.node(at: time) {
      node.map = PlaneMap.translation(-node.bounds.minX, -node.bounds.minY).then(.scale(scale, scale))
      NodePainter(drawing: drawing, images: images).draw(node)
    }
    return cairo_status(drawing) == CAIRO_STATUS_SUCCESS
  }

  private func size(of layer: CALayer) -> (width: Int, height: Int)? {
    let (width, height) = ((layer.bounds.width * scale).rounded(), (layer.bounds.height * scale).rounded())
    guard width >= 1, height >= 1, width <= Double(Self.largest), height <= Double(Self.largest) else { return nil }
    return (Int(width), Int(height))
  }
}
