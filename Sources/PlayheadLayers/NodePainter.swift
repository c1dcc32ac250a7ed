import CPlayheadCairo
import CoreGraphics
import Foundation
import PlayheadBasics
import QuartzCore

/// Draws layer nodes with cairo.
package struct NodePainter {
  /// The cairo context, owned by the caller.
  let drawing: OpaquePointer
  let images: ImageSurfaces

  /// Creates a painter for a cairo context, with a cache of image surfaces.
  package init(drawing: OpaquePointer, images: ImageSurfaces) {
    self.drawing = drawing
    self.images = images
  }

  /// Draws a node in the current coordinates of `drawing`.
  package func draw(_ node: LayerNode) {
    playhead_cairo_save(drawing)
    defer { playhead_cairo_restore(drawing) }
    guard let map = node.map.affine else { return drawInPerspective(node) }
    var matrix = PlayheadCairoMatrix(map)
    playhead_cairo_transform(drawing, &matrix)
    guard playhead_cairo_status(drawing) == Int32(playhead_cairo_success) else { return }
    drawHere(node)
  }

  /// Draws a node in its own coordinates.
  func drawHere(_ node: LayerNode) {
    guard let mask = node.mask?.node else { return drawFaded(node, opacity: node.opacity) }
    playhead_cairo_push_group(drawing)
    drawFaded(node, opacity: node.opacity)
    let content = playhead_cairo_pop_group(drawing)
    playhead_cairo_push_group(drawing)
    draw(mask)
    let cover = playhead_cairo_pop_group(drawing)
    playhead_cairo_set_source(drawing, content)
    playhead_cairo_mask(drawing, cover)
    playhead_cairo_pattern_destroy(content)
    playhead_cairo_pattern_destroy(cover)
  }

  /// A layer and its sublayers are faded as a group, so that overlapping parts do not shine through each other.
  private func drawFaded(_ node: LayerNode, opacity: Double) {
    guard opacity < 1 else { return drawOpaque(node) }
    playhead_cairo_push_group(drawing)
    drawOpaque(node)
    playhead_cairo_pop_group_to_source(drawing)
    playhead_cairo_paint_with_alpha(drawing, opacity)
  }

  /// Draws a node with full opacity, clipped to its bounds if it requests that.
  private func drawOpaque(_ node: LayerNode) {
    playhead_cairo_save(drawing)
    defer { playhead_cairo_restore(drawing) }
    guard node.clipsToBounds else { return drawParts(node, corners: node.corners) }
    guard !node.corners.isSharp else {
      addRectangle(node.bounds, corners: node.corners)
      playhead_cairo_clip(drawing)
      return drawParts(node, corners: node.corners)
    }
    // The corners are clipped once for the group: clipping each part would let the one below shine through at the edge.
    addRectangle(node.bounds, corners: .sharp)
    playhead_cairo_clip(drawing)
    playhead_cairo_push_group(drawing)
    drawParts(node, corners: .sharp)
    playhead_cairo_pop_group_to_source(drawing)
    addRectangle(node.bounds, corners: node.corners)
    playhead_cairo_fill(drawing)
  }

  /// - Parameter corners: The outer corners of background and border.
  private func drawParts(_ node: LayerNode, corners: RoundedCorners) {
    drawBackground(of: node, corners: corners)
    switch node.contents {
    case .image(let image, let part): drawImage(image, part: part, place: node.contentsPlace)
    case .video(let source): drawVideo(source, place: node.contentsPlace)
    case nil: break
    }
    for child in node.children { draw(child) }
    if let border = node.border { drawBorder(border, of: node, corners: corners) }
  }

  private func drawBackground(of node: LayerNode, corners: RoundedCorners) {
    guard let background = node.background, background.alpha > 0 else { return }
    setSource(background)
    // Under an opaque border the background ends halfway, so that it does not shine through at the outer edge.
    let inset = node.border.map { $0.color.alpha == 1 ? $0.width / 2 : 0 } ?? 0
    addRectangle(node.bounds.insetBy(dx: inset, dy: inset), corners: corners.inset(by: inset))
    playhead_cairo_fill(drawing)
  }

  /// Fills the area between the bounds and the inset bounds.
  private func drawBorder(_ border: LayerBorder, of node: LayerNode, corners: RoundedCorners) {
    setSource(border.color)
    addRectangle(node.bounds, corners: corners)
    addRectangle(
      node.bounds.insetBy(dx: border.width, dy: border.width), corners: node.corners.inset(by: border.width))
    playhead_cairo_set_fill_rule(drawing, Int32(playhead_cairo_even_odd))
    playhead_cairo_fill(drawing)
    playhead_cairo_set_fill_rule(drawing, Int32(playhead_cairo_winding))
  }

  // MARK: Images

  /// Draws a part of an image, given in fractions of its size, to a rectangle.
  private func drawImage(_ image: CGImage, part: CGRect, place: CGRect) {
    guard let surface = images.surface(of: image) else { return }
    drawSurface(surface, width: image.width, height: image.height, part: part, place: place)
  }

  /// Draws the current frame of a video, which the source scales to the exact number of device pixels.
  private func drawVideo(_ source: any LayerVideoSource, place: CGRect) {
    guard place.width > 0, place.height > 0 else { return }
    let place = onWholePixels(place)
    let pixels = deviceSize(of: place)
    guard let image = source.videoImage(width: pixels.width, height: pixels.height),
      let surface = ImageSurface.make(of: image)
    else { return }
    drawSurface(
      surface, width: image.width, height: image.height, part: CGRect(x: 0, y: 0, width: 1, height: 1), place: place)
    playhead_cairo_surface_destroy(surface)
  }

  /// Draws a part of a surface, scaled to a rectangle of the current coordinates.
  private func drawSurface(_ surface: OpaquePointer, width: Int, height: Int, part: CGRect, place: CGRect) {
    guard place.width > 0, place.height > 0 else { return }
    playhead_cairo_save(drawing)
    defer { playhead_cairo_restore(drawing) }
    let across = part.width * Double(width) / place.width
    let down = part.height * Double(height) / place.height
    let map = CGAffineTransform(
      a: across, b: 0, c: 0, d: down, tx: part.minX * Double(width) - place.minX * across,
      ty: part.minY * Double(height) - place.minY * down)
    var matrix = PlayheadCairoMatrix(map)
    playhead_cairo_set_source_surface(drawing, surface, 0, 0)
    let pattern = playhead_cairo_get_source(drawing)
    playhead_cairo_pattern_set_matrix(pattern, &matrix)
    // Pixels outside the image are read as its edge pixels, so that it has no dark fringe.
    playhead_cairo_pattern_set_extend(pattern, Int32(playhead_cairo_extend_pad))
    playhead_cairo_pattern_set_filter(pattern, Int32(playhead_cairo_filter_good))
    addRectangle(place, corners: .sharp)
    playhead_cairo_fill(drawing)
  }

  // MARK: Device

  /// The map from the current coordinates to device pixels.
  private var deviceMap: CGAffineTransform {
    var matrix = PlayheadCairoMatrix()
    playhead_cairo_get_matrix(drawing, &matrix)
    return CGAffineTransform(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
  }

  /// Aligns video to whole pixels unless it is rotated, so that it is scaled once, to the exact number of pixels.
  private func onWholePixels(_ place: CGRect) -> CGRect {
    let map = deviceMap
    guard map.b == 0, map.c == 0, map.a > 0, map.d > 0 else { return place }
    let device = place.applying(map)
    let (left, top) = (device.minX.rounded(), device.minY.rounded())
    let whole = CGRect(
      x: left, y: top, width: max(1, device.maxX.rounded() - left), height: max(1, device.maxY.rounded() - top))
    return whole.applying(map.inverted())
  }

  /// The size of a rectangle in device pixels, 1 to 8192 in each direction.
  private func deviceSize(of place: CGRect) -> (width: Int, height: Int) {
    let map = deviceMap
    func pixels(_ length: Double) -> Int { Int(saturating: max(1, min(8192, length.rounded()))) }
    let across = (map.a * map.a + map.b * map.b).squareRoot()
    let down = (map.c * map.c + map.d * map.d).squareRoot()
    return (pixels(place.width * across), pixels(place.height * down))
  }

  // MARK: Shapes

  /// Sets the source to a colour in sRGB.
  private func setSource(_ color: CGColor) {
    let components = color.standardComponents
    playhead_cairo_set_source_rgba(drawing, components.red, components.green, components.blue, color.alpha)
  }

  /// Cairo's coordinates have 24 integer bits: those far outside would wrap around.
  private func addRectangle(_ r: CGRect, corners: RoundedCorners) {
    let seen = visible
    guard !corners.isSharp, r.width > 0, r.height > 0, seen.insetBy(dx: -1e5, dy: -1e5).contains(r) else {
      let part = r.intersection(seen)
      return part.isNull ? () : playhead_cairo_rectangle(drawing, part.minX, part.minY, part.width, part.height)
    }
    let radii = corners.radii
    playhead_cairo_new_sub_path(drawing)
    playhead_cairo_arc(drawing, r.minX + radii[0], r.minY + radii[0], radii[0], .pi, .pi * 1.5)
    playhead_cairo_arc(drawing, r.maxX - radii[1], r.minY + radii[1], radii[1], .pi * 1.5, .pi * 2)
    playhead_cairo_arc(drawing, r.maxX - radii[2], r.maxY - radii[2], radii[2], 0, .pi / 2)
    playhead_cairo_arc(drawing, r.minX + radii[3], r.maxY - radii[3], radii[3], .pi / 2, .pi)
    playhead_cairo_close_path(drawing)
  }

  /// The visible area with a margin, in the current coordinates.
  private var visible: CGRect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    playhead_cairo_clip_extents(drawing, &left, &top, &right, &bottom)
    let margin = max(right - left, bottom - top) * 0.1 + 1e-6
    return CGRect(x: left, y: top, width: right - left, height: bottom - top).insetBy(dx: -margin, dy: -margin)
  }
}

extension RoundedCorners {
  /// Corners without rounding.
  fileprivate static let sharp = RoundedCorners(radius: 0, mask: [])

  /// The corners of an inset rectangle.
  fileprivate func inset(by distance: Double) -> RoundedCorners {
    RoundedCorners(radius: max(0, radius - distance), mask: mask)
  }
}
