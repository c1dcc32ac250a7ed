import Foundation

/// A transform decomposed into perspective, translation, rotation, skew and scale, for interpolation.
///
/// The components are interpolated and not the sixteen elements, so that a rotation remains one at every step. The
/// method is Thomas's "Decomposing a Matrix into Simple Transformations" (Graphics Gems II), as used by CSS Transforms
/// Level 2 §16.
package struct TransformParts: Equatable {
  /// The translation in points.
  var translation = SIMD3<Double>(repeating: 0)
  /// The factors along the axes; all negative for a reflection.
  var scale = SIMD3<Double>(repeating: 1)
  /// The components xy, xz, yz.
  var skew = SIMD3<Double>(repeating: 0)
  /// The fourth column after the other parts are removed.
  var perspective = SIMD4<Double>(0, 0, 0, 1)
  /// The rotation, interpolated along the shorter arc.
  var rotation = Quaternion.identity

  /// nil for a singular transform, which cannot be decomposed.
  package init?(_ transform: CATransform3D) {
    guard transform.m44 != 0, transform.isFinite else { return nil }
    let m = transform.rows.map { $0 / transform.m44 }
    guard let perspective = Self.perspective(of: m) else { return nil }
    self.perspective = perspective
    translation = SIMD3(m[12], m[13], m[14])
    var rows = (0..<3).map { SIMD3(m[$0 * 4], m[$0 * 4 + 1], m[$0 * 4 + 2]) }
    scale.x = Self.length(rows[0])
    guard scale.x > 0 else { return nil }
    rows[0] /= scale.x
    skew.x = Self.dot(rows[0], rows[1])
    rows[1] -= rows[0] * skew.x
    scale.y = Self.length(rows[1])
    guard scale.y > 0 else { return nil }
    rows[1] /= scale.y
    skew.x /= scale.y
    skew.y = Self.dot(rows[0], rows[2])
    rows[2] -= rows[0] * skew.y
    skew.z = Self.dot(rows[1], rows[2])
    rows[2] -= rows[1] * skew.z
    scale.z = Self.length(rows[2])
    guard scale.z > 0 else { return nil }
    rows[2] /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    // A reflection is represented by a negative scale.
    if Self.dot(rows[0], Self.cross(rows[1], rows[2])) < 0 {
      scale *= -1
      rows = rows.map { $0 * -1 }
    }
    rotation = Quaternion(rows: rows)
  }

  /// The composed transform.
  package var transform: CATransform3D {
    var result = CATransform3DIdentity
    (result.m14, result.m24, result.m34, result.m44) = (perspective.x, perspective.y, perspective.z, perspective.w)
    result = CATransform3DTranslate(result, translation.x, translation.y, translation.z)
    result = CATransform3DConcat(rotation.transform, result)
    // The elements m32, m31, m21.
    for (amount, index) in [(skew.z, 9), (skew.y, 8), (skew.x, 4)] where amount != 0 {
      var rows = CATransform3DIdentity.rows
      rows[index] = amount
      result = CATransform3DConcat(CATransform3D(rows: rows), result)
    }
    return CATransform3DScale(result, scale.x, scale.y, scale.z)
  }

  /// Interpolates the components.
  func blended(with other: TransformParts, by part: Double) -> TransformParts {
    var result = self
    result.translation += (other.translation - translation) * part
    result.scale += (other.scale - scale) * part
    result.skew += (other.skew - skew) * part
    result.perspective += (other.perspective - perspective) * part
    result.rotation = rotation.turned(toward: other.rotation, by: part)
    return result
  }

  /// The perspective part of a matrix whose element m44 is 1; nil if the rest is singular.
  private static func perspective(of m: [Double]) -> SIMD4<Double>? {
    guard m[3] != 0 || m[7] != 0 || m[11] != 0 else { return SIMD4(0, 0, 0, 1) }
    var rows = m
    (rows[3], rows[7], rows[11], rows[15]) = (0, 0, 0, 1)
    let flat = CATransform3D(rows: rows)
    let inverse = CATransform3DInvert(flat)
    guard inverse != flat || CATransform3DIsIdentity(flat) else { return nil }
    let i = inverse.rows
    let right = [m[3], m[7], m[11], m[15]]
    let result = (0..<4).map { row in (0..<4).reduce(0) { $0 + i[row * 4 + $1] * right[$1] } }
    return SIMD4(result[0], result[1], result[2], result[3])
  }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
  private static func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
