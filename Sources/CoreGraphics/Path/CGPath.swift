import Foundation
import PlayheadBasics

/// A path of line and curve segments, in one or several subpaths. `CGMutablePath` builds one step by step.
///
/// Paths are equal if all elements are. Elements with non-finite points are omitted.
public class CGPath: Hashable {
  /// An element, which starts at the end of the previous one.
  package enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, control: CGPoint)
    case curve(CGPoint, control1: CGPoint, control2: CGPoint)
    case close

    /// Explicit because `CGPoint` is not `Hashable` in the Foundation of Swift 6.0.
    package func hash(into hasher: inout Hasher) {
      switch self {
      case .move: hasher.combine(0)
      case .line: hasher.combine(1)
      case .quad: hasher.combine(2)
      case .curve: hasher.combine(3)
      case .close: hasher.combine(4)
      }
      for point in points {
        hasher.combine(point.x)
        hasher.combine(point.y)
      }
    }

    var points: [CGPoint] {
      switch self {
      case .move(let end), .line(let end): [end]
      case .quad(let end, let control): [control, end]
      case .curve(let end, let control1, let control2): [control1, control2, end]
      case .close: []
      }
    }
  }

  package fileprivate(set) var elements: [Element]

  fileprivate init(_ elements: [Element]) { self.elements = elements }

  /// Creates the outline of a rectangle, starting from its first corner along the x axis.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: transform?.pointee ?? .identity)
    self.init(path.elements)
  }

  /// Creates the outline of the ellipse in a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    self.init(path.elements)
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// The start of the next element; zero for an empty path.
  public var currentPoint: CGPoint {
    guard case .close? = elements.last else { return elements.last?.points.last ?? .zero }
    return start(before: elements.count) ?? .zero
  }

  /// The bounding box of all points, including control points; null for an empty path.
  public var boundingBox: CGRect {
    let points = elements.flatMap(\.points)
    guard let first = points.first else { return .null }
    return points.reduce(CGRect(origin: first, size: .zero)) { $0.union(CGRect(origin: $1, size: .zero)) }
  }

  /// Returns an immutable copy.
  public func copy() -> CGPath? { CGPath(elements) }

  /// Returns a mutable copy.
  public func mutableCopy() -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.elements = elements
    return copy
  }

  /// The start of the subpath that contains the element before an index.
  package func start(before index: Int) -> CGPoint? {
    for element in elements[..<index].reversed() { if case .move(let point) = element { return point } }
    return nil
  }

  /// Whether all elements are equal.
  public static func == (a: CGPath, b: CGPath) -> Bool { a.elements == b.elements }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// A mutable path. Elements before the first `move` are omitted.
public final class CGMutablePath: CGPath {
  /// Creates an empty path.
  public init() { super.init([]) }

  /// Starts a new subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) { add(.move(point), transform) }

  /// Adds a line to a point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) { add(.line(point), transform) }

  /// Starts a new subpath at the first point and adds lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point, transform: transform) } else { addLine(to: point, transform: transform) }
    }
  }

  /// Adds a quadratic Bézier curve to a point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    add(.quad(end, control: control), transform)
  }

  /// Adds a cubic Bézier curve to a point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    add(.curve(end, control1: control1, control2: control2), transform)
  }

  /// Closes the subpath with a line to its start.
  public func closeSubpath() { add(.close, .identity) }

  /// Adds the elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    for element in path.elements { add(element, transform) }
  }

  /// Adds the outline of a rectangle as a subpath.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ]
    addLines(between: corners, transform: transform)
    closeSubpath()
  }

  /// Adds the outline of the ellipse in a rectangle as a subpath.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    let toRect = CGAffineTransform(
      a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
    move(to: CGPoint(x: rect.maxX, y: rect.midY), transform: transform)
    addArc(
      center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, clockwise: false,
      transform: toRect.concatenating(transform))
    closeSubpath()
  }

  /// Adds an arc between two angles in radians; preceded by a line to its start, or starting a subpath there.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let circle = 2 * CGFloat.pi
    var sweep = endAngle - startAngle
    guard sweep.isFinite, radius.isFinite else { return }
    // Angles increase toward the y axis; clockwise is reversed in this space, as on Apple's systems.
    if clockwise, sweep > 0 { sweep = sweep.truncatingRemainder(dividingBy: circle) - circle }
    if !clockwise, sweep < 0 { sweep = sweep.truncatingRemainder(dividingBy: circle) + circle }
    sweep = max(-circle, min(circle, sweep))
    func point(_ angle: CGFloat, _ length: CGFloat = 1, turned: CGFloat = 0) -> CGPoint {
      CGPoint(
        x: center.x + radius * (cos(angle) - turned * sin(angle) * length),
        y: center.y + radius * (sin(angle) + turned * cos(angle) * length))
    }
    let first = point(startAngle)
    if isEmpty { move(to: first, transform: transform) } else { addLine(to: first, transform: transform) }
    let count = max(1, Int(saturating: (abs(sweep) / (.pi / 2)).rounded(.up)))
    let step = sweep / CGFloat(count)
    // The Bézier curve that best approximates an arc.
    let reach = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (startAngle + step * CGFloat(index), startAngle + step * CGFloat(index + 1))
      addCurve(
        to: point(to), control1: point(from, reach, turned: 1), control2: point(to, reach, turned: -1),
        transform: transform)
    }
  }

  private func add(_ element: Element, _ t: CGAffineTransform) {
    let moved: Element =
      switch element {
      case .move(let end): .move(end.applying(t))
      case .line(let end): .line(end.applying(t))
      case .quad(let end, let control): .quad(end.applying(t), control: control.applying(t))
      case .curve(let end, let control1, let control2):
        .curve(end.applying(t), control1: control1.applying(t), control2: control2.applying(t))
      case .close: .close
      }
    guard moved.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    if case .move = moved {} else if isEmpty { return }
    elements.append(moved)
  }
}
