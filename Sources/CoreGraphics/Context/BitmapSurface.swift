import CPlayheadCairo
import Foundation

/// Pixels in memory, and cairo's context that draws to them. All paths are in pixels from the top left corner.
final class BitmapSurface {
  /// The greatest width and height in pixels; cairo's is 32,767.
  static let greatestSide = 32_000

  let width: Int
  let height: Int
  /// Whether alpha is unused.
  let isOpaque: Bool
  let bytesPerRow: Int
  /// The pixels: premultiplied 32-bit words, blue in the lowest byte.
  let pixels: UnsafeMutableRawPointer
  private let ownsPixels: Bool
  private let surface: OpaquePointer
  private let drawing: OpaquePointer

  /// Fails for sizes that are not positive or too large, and without cairo.
  ///
  /// - Parameters:
  ///   - memory: The caller's memory of that size, which must outlive the surface; nil to allocate transparent pixels.
  init?(width: Int, height: Int, isOpaque: Bool, memory: (bytes: UnsafeMutableRawPointer, bytesPerRow: Int)? = nil) {
    let sides = 1...Self.greatestSide
    let bytesPerRow = memory?.bytesPerRow ?? width &* 4
    guard sides.contains(width), sides.contains(height), bytesPerRow >= width * 4, bytesPerRow % 4 == 0,
      bytesPerRow <= Int(Int32.max) / height, playhead_cairo_is_available(),
      let pixels = memory?.bytes ?? calloc(height, bytesPerRow)
    else { return nil }
    let surface = playhead_cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self),
      isOpaque ? Int32(playhead_cairo_rgb24) : Int32(playhead_cairo_argb32), Int32(width), Int32(height),
      Int32(bytesPerRow))
    guard let surface, let drawing = playhead_cairo_create(surface) else {
      if memory == nil { free(pixels) }
      return nil
    }
    (self.width, self.height, self.isOpaque, self.bytesPerRow) = (width, height, isOpaque, bytesPerRow)
    (self.pixels, ownsPixels, self.surface, self.drawing) = (pixels, memory == nil, surface, drawing)
  }

  deinit {
    playhead_cairo_destroy(drawing)
    playhead_cairo_surface_destroy(surface)
    if ownsPixels { free(pixels) }
  }

  // MARK: The clip

  /// Saves the clip.
  func save() { playhead_cairo_save(drawing) }

  /// Restores the clip that was saved last.
  func restore() { playhead_cairo_restore(drawing) }

  /// Intersects the clip with a path.
  func clip(to path: CGPath, rule: CGPathFillRule) {
    append(path)
    setRule(rule)
    playhead_cairo_clip(drawing)
  }

  // MARK: Drawing

  /// Fills a path with the fill colour.
  func fill(_ path: CGPath, rule: CGPathFillRule, _ state: DrawingState) {
    draw(state, inside: state.blendMode.reachesOutsideShape ? (path, rule) : nil) {
      setColor(state.fillColor, state)
      if state.blendMode.reachesOutsideShape {
        playhead_cairo_paint(drawing)
      } else {
        append(path)
        setRule(rule)
        playhead_cairo_fill(drawing)
      }
    }
  }

  /// Strokes a path with the stroke colour.
  func stroke(_ path: CGPath, _ state: DrawingState) {
    guard state.transform.isInvertible, state.line.width > 0 else { return }
    draw(state, inside: nil) {
      setColor(state.strokeColor, state)
      append(path)
      var matrix = PlayheadCairoMatrix(state.transform)
      playhead_cairo_set_matrix(drawing, &matrix)
      let line = state.line
      playhead_cairo_set_line_width(drawing, line.width)
      playhead_cairo_set_line_cap(drawing, line.cap.rawValue)
      playhead_cairo_set_line_join(drawing, line.join.rawValue)
      playhead_cairo_set_miter_limit(drawing, line.miterLimit)
      playhead_cairo_set_dash(
        drawing, line.dashLengths.map { Double($0) }, Int32(line.dashLengths.count), line.dashPhase)
      playhead_cairo_stroke(drawing)
    }
  }

  /// Makes the inside of a path transparent; black without alpha.
  func clear(_ path: CGPath, _ state: DrawingState) {
    var state = state
    state.blendMode = .clear
    fill(path, rule: .winding, state)
  }

  /// Draws an image.
  ///
  /// - Parameters:
  ///   - map: The mapping from the image's pixels, from its top left corner, to those of the surface.
  ///   - outline: The outline of the image.
  func draw(_ image: CGImage, map: CGAffineTransform, outline: CGPath, _ state: DrawingState) {
    guard map.isInvertible, let source = ImageSurface.make(of: image) else { return }
    defer { playhead_cairo_surface_destroy(source) }
    let isPainted = state.blendMode.reachesOutsideShape || state.alpha < 1
    draw(state, inside: isPainted ? (outline, .winding) : nil) {
      var matrix = PlayheadCairoMatrix(map)
      playhead_cairo_set_matrix(drawing, &matrix)
      playhead_cairo_set_source_surface(drawing, source, 0, 0)
      let pattern = playhead_cairo_get_source(drawing)
      // At its edge an enlarged image does not fade into what is outside.
      playhead_cairo_pattern_set_extend(pattern, Int32(playhead_cairo_extend_pad))
      playhead_cairo_pattern_set_filter(
        pattern,
        state.interpolation == .none ? Int32(playhead_cairo_filter_nearest) : Int32(playhead_cairo_filter_good))
      playhead_cairo_identity_matrix(drawing)
      if isPainted {
        playhead_cairo_paint_with_alpha(drawing, state.alpha)
      } else {
        append(outline)
        playhead_cairo_fill(drawing)
      }
    }
  }

  /// A copy of the pixels drawn so far.
  func copy() -> NSData {
    playhead_cairo_surface_flush(surface)
    return NSData(bytes: pixels, length: bytesPerRow * height)
  }

  /// The pixels for the caller, who may read and change them until the next drawing.
  func sharePixels() -> UnsafeMutableRawPointer {
    playhead_cairo_surface_flush(surface)
    playhead_cairo_surface_mark_dirty(surface)
    return pixels
  }

  // MARK: Parts

  /// Draws with a state, clipped to a shape if there is one, and restores cairo's own state.
  private func draw(_ state: DrawingState, inside shape: (path: CGPath, rule: CGPathFillRule)?, _ body: () -> Void) {
    playhead_cairo_save(drawing)
    defer { playhead_cairo_restore(drawing) }
    let antialias = state.isAntialiased ? playhead_cairo_antialias_default : playhead_cairo_antialias_none
    playhead_cairo_set_antialias(drawing, Int32(antialias))
    if let shape { clip(to: shape.path, rule: shape.rule) }
    playhead_cairo_set_operator(drawing, state.blendMode.cairoOperator)
    body()
  }

  private func setColor(_ color: CGColor, _ state: DrawingState) {
    let (red, green, blue) = color.standardComponents
    playhead_cairo_set_source_rgba(drawing, red, green, blue, color.alpha * state.alpha)
  }

  private func setRule(_ rule: CGPathFillRule) {
    playhead_cairo_set_fill_rule(
      drawing, rule == .winding ? Int32(playhead_cairo_winding) : Int32(playhead_cairo_even_odd))
  }

  /// Replaces cairo's path.
  private func append(_ path: CGPath) {
    playhead_cairo_identity_matrix(drawing)
    playhead_cairo_new_path(drawing)
    var current = CGPoint.zero
    var start = CGPoint.zero
    for element in path.elements {
      switch element {
      case .move(let end):
        playhead_cairo_move_to(drawing, end.x, end.y)
        (start, current) = (end, end)
      case .line(let end):
        playhead_cairo_line_to(drawing, end.x, end.y)
        current = end
      case .quad(let end, let control):
        // The cubic curve of the same shape.
        let first = CGPoint(
          x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
        let second = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        playhead_cairo_curve_to(drawing, first.x, first.y, second.x, second.y, end.x, end.y)
        current = end
      case .curve(let end, let control1, let control2):
        playhead_cairo_curve_to(drawing, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
        current = end
      case .close:
        playhead_cairo_close_path(drawing)
        current = start
      }
    }
  }
}

extension CGAffineTransform {
  /// Whether cairo accepts the transform.
  var isInvertible: Bool {
    let determinant = a * d - b * c
    return determinant != 0 && [determinant, 1 / determinant, tx, ty].allSatisfy(\.isFinite)
  }
}
