import CoreGraphics
import CoreMedia
import CoreVideo
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia

/// Draws the layers of a video composition into 32-bit BGRA on the processor. Used by one thread at a time.
package final class LayerPainter {
  private let scaler = FrameScaler()
  /// The pixels of the current layer, reused between frames.
  private var source: [UInt32] = []
  /// The most pixels of a layer or a canvas.
  private static let pixelLimit = 1 << 26

  /// Creates a painter.
  package init() {}

  /// A canvas of 32-bit pixels.
  private struct Canvas {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let width: Int
    let height: Int

    /// The first pixel of a row.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
      (base + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
    }
  }

  /// Draws a composition; nil if memory is exhausted. Layers whose frames are missing are left out.
  package func draw(
    _ composition: LayerComposition, _ frames: [Int32: VideoFrame], width: Int, height: Int
  ) -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    guard width > 0, height > 0, width.multipliedSaturated(by: height) <= Self.pixelLimit,
      CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess,
      let buffer = made, let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
    else { return nil }
    let canvas = Canvas(
      base: base, bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), width: width, height: height)
    for y in 0..<height { canvas.row(y).initialize(repeating: composition.background, count: width) }
    for layer in composition.layers.reversed() {
      if let frame = frames[layer.track] { draw(layer, frame, on: canvas) }
    }
    return buffer
  }

  /// Draws one layer over the canvas.
  private func draw(_ layer: LayerComposition.Layer, _ frame: VideoFrame, on canvas: Canvas) {
    let opacity = UInt32(saturating: (Double(max(0, min(1, layer.opacity))) * 256).rounded())
    let aspect = frame.pixelAspect.ratio
    let transform = CGAffineTransform(scaleX: CGFloat(aspect), y: 1).concatenating(layer.transform)
    let whole = CGRect(x: 0, y: 0, width: CGFloat(frame.width), height: CGFloat(frame.height))
    let crop = layer.crop.map {
      whole.intersection(
        CGRect(x: $0.minX / CGFloat(aspect), y: $0.minY, width: $0.width / CGFloat(aspect), height: $0.height))
    }
    let visible = crop ?? whole
    guard opacity > 0, !visible.isEmpty, visible.width.isFinite, isUsable(transform) else { return }
    if drawUpright(frame, visible, transform, opacity, on: canvas) { return }
    guard convert(frame, width: frame.width, height: frame.height, part: nil) else { return }
    drawTransformed(frame, visible, transform, opacity, on: canvas)
  }

  /// Whether a transform has an inverse.
  private func isUsable(_ transform: CGAffineTransform) -> Bool {
    let determinant = transform.a * transform.d - transform.b * transform.c
    return determinant.isFinite && abs(determinant) > 1e-9 && transform.tx.isFinite && transform.ty.isFinite
  }

  /// Converts a region of a frame to BGRA in `source`; false if that is impossible.
  private func convert(_ frame: VideoFrame, width: Int, height: Int, part: FrameRegion?) -> Bool {
    guard width > 0, height > 0, width.multipliedSaturated(by: height) <= Self.pixelLimit else { return false }
    if source.count < width * height { source = [UInt32](repeating: 0, count: width * height) }
    return source.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      do throws(FFmpegError) {
        try scaler.draw(
          frame, into: base, bytesPerRow: width * 4, width: width, height: height, format: .bgra, isUpright: false,
          part: part, mapping: frame.color.dolbyVisionMapping == nil ? nil : ColorMapping.Source(frame.color))
        return true
      } catch {
        return false
      }
    }
  }

  /// Draws a layer that is only scaled and moved, by whole pixels; returns false for any other one.
  private func drawUpright(
    _ frame: VideoFrame, _ visible: CGRect, _ transform: CGAffineTransform, _ opacity: UInt32, on canvas: Canvas
  ) -> Bool {
    guard transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0, isWhole(visible) else { return false }
    let target = visible.applying(transform)
    guard isWhole(target), target.width < 16_384, target.height < 16_384 else { return false }
    let (left, top) = (Int(saturating: Double(target.minX)), Int(saturating: Double(target.minY)))
    let (width, height) = (Int(saturating: Double(target.width)), Int(saturating: Double(target.height)))
    let part = FrameRegion(
      x: Int(saturating: Double(visible.minX)), y: Int(saturating: Double(visible.minY)),
      width: Int(saturating: Double(visible.width)), height: Int(saturating: Double(visible.height)))
    let columns = max(0, left)..<max(max(0, left), min(canvas.width, left.addingSaturated(width)))
    let rows = max(0, top)..<max(max(0, top), min(canvas.height, top.addingSaturated(height)))
    guard !columns.isEmpty, !rows.isEmpty else { return true }
    guard convert(frame, width: width, height: height, part: part) else { return true }
    source.withUnsafeBufferPointer { pixels in
      for y in rows {
        let row = canvas.row(y)
        let line = (y - top) * width - left
        for x in columns { row[x] = Self.blend(pixels[line + x], over: row[x], opacity) }
      }
    }
    return true
  }

  /// Whether all edges are whole numbers.
  private func isWhole(_ rectangle: CGRect) -> Bool {
    [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY].allSatisfy {
      abs($0 - $0.rounded()) < 1e-6 && abs($0) < 1e6
    }
  }

  /// Draws a layer with any transform: each pixel of the canvas gets the bilinear mean at its place in the frame.
  private func drawTransformed(
    _ frame: VideoFrame, _ visible: CGRect, _ transform: CGAffineTransform, _ opacity: UInt32, on canvas: Canvas
  ) {
    let bounds = visible.applying(transform)
      .intersection(CGRect(x: 0, y: 0, width: CGFloat(canvas.width), height: CGFloat(canvas.height)))
    guard !bounds.isEmpty, bounds.width.isFinite else { return }
    let inverse = transform.inverted()
    let (stepX, stepY) = (Double(inverse.a), Double(inverse.b))
    let (minX, maxX) = (Double(visible.minX), Double(visible.maxX))
    let (minY, maxY) = (Double(visible.minY), Double(visible.maxY))
    let first = Int(saturating: Double(bounds.minX).rounded(.down))
    let last = min(canvas.width, Int(saturating: Double(bounds.maxX).rounded(.up)))
    let top = Int(saturating: Double(bounds.minY).rounded(.down))
    let bottom = min(canvas.height, Int(saturating: Double(bounds.maxY).rounded(.up)))
    let (width, height) = (frame.width, frame.height)
    source.withUnsafeBufferPointer { pixels in
      for y in top..<max(top, bottom) {
        let row = canvas.row(y)
        let start = CGPoint(x: CGFloat(first) + 0.5, y: CGFloat(y) + 0.5).applying(inverse)
        var (u, v) = (Double(start.x), Double(start.y))
        for x in first..<max(first, last) {
          if u >= minX, u < maxX, v >= minY, v < maxY {
            row[x] = Self.blend(Self.sample(pixels, width, height, u - 0.5, v - 0.5), over: row[x], opacity)
          }
          u += stepX
          v += stepY
        }
      }
    }
  }

  /// The bilinear mean of the four pixels around a place. Beyond the edges the nearest pixels count.
  private static func sample(
    _ pixels: UnsafeBufferPointer<UInt32>, _ width: Int, _ height: Int, _ u: Double, _ v: Double
  ) -> UInt32 {
    let (floorU, floorV) = (u.rounded(.down), v.rounded(.down))
    let (partU, partV) = (UInt32(saturating: (u - floorU) * 256), UInt32(saturating: (v - floorV) * 256))
    let (left, top) = (Int(saturating: floorU), Int(saturating: floorV))
    let (x0, x1) = (max(0, min(width - 1, left)), max(0, min(width - 1, left + 1)))
    let (y0, y1) = (max(0, min(height - 1, top)) * width, max(0, min(height - 1, top + 1)) * width)
    let upper = mix(pixels[y0 + x0], pixels[y0 + x1], partU)
    let lower = mix(pixels[y1 + x0], pixels[y1 + x1], partU)
    return mix(upper, lower, partV)
  }

  /// Mixes two pixels, two components at a time; `part` is from 0 to 256.
  @inline(__always)
  private static func mix(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let rest = 256 - part
    let even = ((first & 0x00FF_00FF) * rest + (second & 0x00FF_00FF) * part + 0x0080_0080) >> 8
    let odd = ((first >> 8) & 0x00FF_00FF) * rest + ((second >> 8) & 0x00FF_00FF) * part + 0x0080_0080
    return (even & 0x00FF_00FF) | (odd & 0xFF00_FF00)
  }

  /// A pixel over an opaque one, with the pixel's own alpha and the opacity of the layer (0 to 256).
  @inline(__always)
  private static func blend(_ pixel: UInt32, over background: UInt32, _ opacity: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    let part = ((alpha + (alpha >> 7)) * opacity) >> 8
    if part >= 256 { return pixel }
    return mix(background, pixel, part) | 0xFF00_0000
  }
}
