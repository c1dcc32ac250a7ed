import Foundation

/// The effect of a spatial transform on a layer's plane, seen from the front: a 3 × 3 matrix that may contain
/// perspective.
///
/// Layers are flat: sublayers are drawn in the plane of their superlayer, each with its own map. Points are row vectors
/// `(x, y, 1)`.
package struct PlaneMap: Hashable, Sendable {
  /// The elements, row by row.
  private var m: [Double]

  /// Creates a map from a spatial transform, without its depth.
  package init(_ t: CATransform3D) {
    m = [t.m11, t.m12, t.m14, t.m21, t.m22, t.m24, t.m41, t.m42, t.m44]
  }

  /// Creates a map from nine elements, row by row.
  private init(_ m: [Double]) { self.m = m }

  /// The identity map.
  package static let identity = PlaneMap(CATransform3DIdentity)

  /// A translation.
  package static func translation(_ x: Double, _ y: Double) -> PlaneMap { PlaneMap([1, 0, 0, 0, 1, 0, x, y, 1]) }

  /// A scale along the axes.
  package static func scale(_ x: Double, _ y: Double) -> PlaneMap { PlaneMap([x, 0, 0, 0, y, 0, 0, 0, 1]) }

  /// This map followed by the other one.
  package func then(_ other: PlaneMap) -> PlaneMap {
    var product = [Double](repeating: 0, count: 9)
    for index in 0..<9 {
      let (row, column) = (index / 3 * 3, index % 3)
      for step in 0..<3 { product[index] += m[row + step] * other.m[step * 3 + column] }
    }
    return PlaneMap(product)
  }

  /// The inverse; nil for a singular map, as that of a layer seen edge-on.
  package var inverse: PlaneMap? {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let cofactors: [Double] = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8),
      -minor(0, 2, 3, 5), minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
    guard determinant != 0, determinant.isFinite else { return nil }
    return PlaneMap(cofactors.map { $0 / determinant })
  }

  /// Maps a point; nil if the result is behind the viewer.
  package func map(_ p: CGPoint) -> CGPoint? {
    let w = m[2] * p.x + m[5] * p.y + m[8]
    guard w > 0 else { return nil }
    return CGPoint(x: (m[0] * p.x + m[3] * p.y + m[6]) / w, y: (m[1] * p.x + m[4] * p.y + m[7]) / w)
  }

  /// The bounding box of a mapped rectangle; nil if part of it is behind the viewer.
  package func map(_ r: CGRect) -> CGRect? {
    let corners = [
      CGPoint(x: r.minX, y: r.minY), CGPoint(x: r.maxX, y: r.minY), CGPoint(x: r.maxX, y: r.maxY),
      CGPoint(x: r.minX, y: r.maxY),
    ].compactMap { map($0) }
    guard corners.count == 4 else { return nil }
    let (xs, ys) = (corners.map { Double($0.x) }, corners.map { Double($0.y) })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The map as an affine transform; nil if it has perspective.
  package var affine: CGAffineTransform? {
    guard m[2] == 0, m[5] == 0, m[8] != 0 else { return nil }
    let n = m.map { $0 / m[8] }
    return CGAffineTransform(a: n[0], b: n[1], c: n[3], d: n[4], tx: n[6], ty: n[7])
  }

  /// The map as a spatial transform.
  package var transform: CATransform3D {
    var t = CATransform3DIdentity
    (t.m11, t.m12, t.m14) = (m[0], m[1], m[2])
    (t.m21, t.m22, t.m24) = (m[3], m[4], m[5])
    (t.m41, t.m42, t.m44) = (m[6], m[7], m[8])
    return t
  }
}
