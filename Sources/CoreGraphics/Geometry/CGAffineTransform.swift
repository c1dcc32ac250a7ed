import Foundation

/// A linear map of the plane followed by a shift, for drawing: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// Points are row vectors, so `first.concatenating(second)` applies `first` before `second`.
@frozen
public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// What x adds to x'.
  public var a: CGFloat

  /// What x adds to y'.
  public var b: CGFloat

  /// What y adds to x'.
  public var c: CGFloat

  /// What y adds to y'.
  public var d: CGFloat

  /// The shift of x.
  public var tx: CGFloat

  /// The shift of y.
  public var ty: CGFloat

  /// A map of everything to the origin: all six numbers are 0. See `identity` for the map that changes nothing.
  @inlinable
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// A map with these six numbers.
  @inlinable
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The same as the labelled initialiser, without labels.
  @inlinable
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// A turn around the origin by an angle in radians, from the x axis toward the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// A stretch along the axes.
  @inlinable
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// A shift.
  @inlinable
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// The map that changes nothing.
  @inlinable public static var identity: CGAffineTransform { CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Whether this is exactly the map that changes nothing.
  @inlinable public var isIdentity: Bool { self == .identity }
}
