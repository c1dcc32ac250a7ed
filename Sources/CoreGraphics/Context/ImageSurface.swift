import CPlayheadCairo
import Foundation

/// Surfaces of cairo for the pixels of images.
package enum ImageSurface {
  /// Creates a surface, which the caller destroys. The pixels are not copied if they have cairo's layout already.
  package static func make(of image: CGImage) -> OpaquePointer? {
    guard image.width <= BitmapSurface.greatestSide, image.height <= BitmapSurface.greatestSide else { return nil }
    guard let (pixels, bytesPerRow, isOpaque) = image.premultipliedPixels,
      let surface = playhead_cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(mutating: pixels.bytes).assumingMemoryBound(to: UInt8.self),
        isOpaque ? Int32(playhead_cairo_rgb24) : Int32(playhead_cairo_argb32), Int32(image.width), Int32(image.height),
        Int32(bytesPerRow))
    else { return nil }
    retain(pixels, with: surface)
    return surface
  }

  /// Retains memory until the surface that uses it has been destroyed.
  static func retain(_ memory: NSData, with surface: OpaquePointer) {
    playhead_cairo_surface_set_user_data(
      surface, key, Unmanaged.passRetained(memory).toOpaque(),
      { pointer in pointer.map { Unmanaged<NSData>.fromOpaque($0).release() } })
  }

  /// The key of the user data; only its address matters.
  private nonisolated(unsafe) static let key = UnsafeMutablePointer<PlayheadCairoKey>.allocate(capacity: 1)
}

extension PlayheadCairoMatrix {
  /// Converts an affine transform to cairo's order of fields.
  package init(_ map: CGAffineTransform) {
    self.init(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
  }
}
