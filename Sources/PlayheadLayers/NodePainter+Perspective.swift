import CPlayheadCairo
import CoreGraphics
import Foundation
import PlayheadBasics
import QuartzCore

// Cairo's transforms have no perspective: a node with perspective is rendered flat first, and then drawn cell by cell,
// each as the closest parallelogram.
extension NodePainter {
  /// Draws a node with perspective: flat to a surface first, then in up to 48 × 48 cells.
  func drawInPerspective(_ node: LayerNode) {
    let area = node.extent
    guard let seen = node.map.map(area), area.width > 0, area.height > 0 else { return }
    var matrix = PlayheadCairoMatrix()
    playhead_cairo_get_matrix(drawing, &matrix)
    let device = max(hypot(matrix.xx, matrix.yx), hypot(matrix.xy, matrix.yy))
    // The resolution of the largest visible part, up to a limit.
    let desired = device * max(1, seen.width / area.width, seen.height / area.height)
    let scale = min(desired, 4096 / max(area.width, area.height))
    guard let flat = drawFlat(node, area: area, scale: scale) else { return }
    defer { playhead_cairo_surface_destroy(flat) }
    let count = max(1, min(48, Int(saturating: (max(seen.width, seen.height) * device / 16).rounded(.up))))
    for row in 0..<count {
      for column in 0..<count {
        let cell = CGRect(
          x: area.minX + area.width * Double(column) / Double(count),
          y: area.minY + area.height * Double(row) / Double(count), width: area.width / Double(count),
          height: area.height / Double(count))
        drawCell(cell, of: flat, map: node.map, area: area, scale: scale)
      }
    }
  }

  /// Renders the node without its own transform.
  ///
  /// - Parameter scale: Pixels of the surface for each unit of the node.
  /// - Returns: A surface that the caller destroys; nil if cairo cannot create it.
  private func drawFlat(_ node: LayerNode, area: CGRect, scale: Double) -> OpaquePointer? {
    let (width, height) = (
      Int32(saturating: (area.width * scale).rounded(.up)), Int32(saturating: (area.height * scale).rounded(.up))
    )
    guard let surface = playhead_cairo_image_surface_create(Int32(playhead_cairo_argb32), width, height),
      let drawing = playhead_cairo_create(surface)
    else { return nil }
    playhead_cairo_scale(drawing, scale, scale)
    playhead_cairo_translate(drawing, -area.minX, -area.minY)
    NodePainter(drawing: drawing, images: images).drawHere(node)
    playhead_cairo_destroy(drawing)
    return surface
  }

  /// Draws one cell of the flat rendering as the parallelogram of three of its mapped corners.
  private func drawCell(_ cell: CGRect, of flat: OpaquePointer, map: PlaneMap, area: CGRect, scale: Double) {
    let corners = [
      CGPoint(x: cell.minX, y: cell.minY), CGPoint(x: cell.maxX, y: cell.minY), CGPoint(x: cell.maxX, y: cell.maxY),
      CGPoint(x: cell.minX, y: cell.maxY),
    ].compactMap { map.map($0) }
    guard corners.count == 4 else { return }
    let across = CGPoint(x: (corners[1].x - corners[0].x) / cell.width, y: (corners[1].y - corners[0].y) / cell.width)
    let down = CGPoint(x: (corners[3].x - corners[0].x) / cell.height, y: (corners[3].y - corners[0].y) / cell.height)
    playhead_cairo_save(drawing)
    defer { playhead_cairo_restore(drawing) }
    // Each pixel belongs to one cell: with antialiasing the boundaries between them would be visible.
    playhead_cairo_set_antialias(drawing, Int32(playhead_cairo_antialias_none))
    for corner in corners { playhead_cairo_line_to(drawing, corner.x, corner.y) }
    playhead_cairo_close_path(drawing)
    playhead_cairo_clip(drawing)
    var matrix = PlayheadCairoMatrix(
      xx: across.x, yx: across.y, xy: down.x, yy: down.y, x0: corners[0].x - across.x * cell.minX - down.x * cell.minY,
      y0: corners[0].y - across.y * cell.minX - down.y * cell.minY)
    playhead_cairo_transform(drawing, &matrix)
    playhead_cairo_translate(drawing, area.minX, area.minY)
    playhead_cairo_scale(drawing, 1 / scale, 1 / scale)
    playhead_cairo_set_source_surface(drawing, flat, 0, 0)
    playhead_cairo_paint(drawing)
  }
}

extension LayerNode {
  /// The bounding box of the node and its descendants, in the node's coordinates.
  package var extent: CGRect {
    guard !clipsToBounds else { return bounds }
    var area = bounds
    if contents != nil { area = area.union(contentsPlace) }
    for child in children { if let part = child.map.map(child.extent) { area = area.union(part) } }
    return area
  }
}
