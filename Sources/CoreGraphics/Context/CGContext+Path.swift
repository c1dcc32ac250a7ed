import Foundation

extension CGContext {
  // MARK: Building the path

  /// Starts a new subpath.
  public func move(to point: CGPoint) { build { $0.move(to: point, transform: $1) } }

  /// Adds a line to a point.
  public func addLine(to point: CGPoint) { build { $0.addLine(to: point, transform: $1) } }

  /// Starts a new subpath at the first point and adds lines to the others.
  public func addLines(between points: [CGPoint]) { build { $0.addLines(between: points, transform: $1) } }

  /// Adds a quadratic Bézier curve to a point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    build { $0.addQuadCurve(to: end, control: control, transform: $1) }
  }

  /// Adds a cubic Bézier curve to a point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    build { $0.addCurve(to: end, control1: control1, control2: control2, transform: $1) }
  }

  /// Adds an arc between two angles in radians; preceded by a line to its start, or starting a subpath there.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    build {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: $1)
    }
  }

  /// Adds the outline of a rectangle as a subpath.
  public func addRect(_ rect: CGRect) { build { $0.addRect(rect, transform: $1) } }

  /// Adds the outlines of rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  /// Adds the outline of the ellipse in a rectangle as a subpath.
  public func addEllipse(in rect: CGRect) { build { $0.addEllipse(in: rect, transform: $1) } }

  /// Adds the elements of a path.
  public func addPath(_ path: CGPath) { build { $0.addPath(path, transform: $1) } }

  /// Closes the subpath with a line to its start.
  public func closePath() { build { path, _ in path.closeSubpath() } }

  /// Whether the path has no elements.
  public var isPathEmpty: Bool { path == nil }

  /// The end of the path in user space; zero if it is empty.
  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }

  /// The bounding box of the path in user space, including control points; null if it is empty.
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  // MARK: Drawing

  /// Fills the path and discards it.
  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

  /// Strokes the path and discards it.
  public func strokePath() { drawPath(using: .stroke) }

  /// Fills a rectangle, and discards the path.
  public func fill(_ rect: CGRect) { fill([rect]) }

  /// Fills rectangles, and discards the path.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }

  /// Fills the ellipse in a rectangle, and discards the path.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Strokes a rectangle, and discards the path.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Strokes a rectangle with a line width of its own, and discards the path.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// Strokes the ellipse in a rectangle, and discards the path.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Strokes lines between each two points, and discards the path. A last point without partner is ignored.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) { addLines(between: [points[index], points[index + 1]]) }
    strokePath()
  }

  // MARK: Clipping

  /// Intersects the clip with a rectangle, and discards the path.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Intersects the clip with the union of rectangles, and discards the path.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }
}
