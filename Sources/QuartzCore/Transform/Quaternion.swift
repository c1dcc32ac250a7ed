import Foundation

/// A rotation in space as a unit quaternion.
struct Quaternion: Equatable {
  /// The x component of the axis, multiplied by the sine of half the angle.
  var x: Double
  /// The y component of the axis, multiplied by the sine of half the angle.
  var y: Double
  /// The z component of the axis, multiplied by the sine of half the angle.
  var z: Double
  /// The cosine of half the angle.
  var w: Double

  /// No rotation.
  static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// The rotation as a matrix for row vectors.
  var transform: CATransform3D {
    var result = CATransform3DIdentity
    result.m11 = 1 - 2 * (y * y + z * z)
    result.m12 = 2 * (x * y + z * w)
    result.m13 = 2 * (x * z - y * w)
    result.m21 = 2 * (x * y - z * w)
    result.m22 = 1 - 2 * (x * x + z * z)
    result.m23 = 2 * (y * z + x * w)
    result.m31 = 2 * (x * z + y * w)
    result.m32 = 2 * (y * z - x * w)
    result.m33 = 1 - 2 * (x * x + y * y)
    return result
  }

  /// Creates a quaternion from its components, which must have the length 1.
  init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }

  /// Creates the rotation of an orthonormal matrix.
  init(rows r: [SIMD3<Double>]) {
    let trace = r[0].x + r[1].y + r[2].z
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      self.init(x: (r[1].z - r[2].y) / s, y: (r[2].x - r[0].z) / s, z: (r[0].y - r[1].x) / s, w: s / 4)
    } else if r[0].x > r[1].y, r[0].x > r[2].z {
      let s = (1 + r[0].x - r[1].y - r[2].z).squareRoot() * 2
      self.init(x: s / 4, y: (r[0].y + r[1].x) / s, z: (r[2].x + r[0].z) / s, w: (r[1].z - r[2].y) / s)
    } else if r[1].y > r[2].z {
      let s = (1 + r[1].y - r[0].x - r[2].z).squareRoot() * 2
      self.init(x: (r[0].y + r[1].x) / s, y: s / 4, z: (r[1].z + r[2].y) / s, w: (r[2].x - r[0].z) / s)
    } else {
      let s = (1 + r[2].z - r[0].x - r[1].y).squareRoot() * 2
      self.init(x: (r[2].x + r[0].z) / s, y: (r[1].z + r[2].y) / s, z: s / 4, w: (r[0].y - r[1].x) / s)
    }
  }

  /// Interpolates to another rotation along the shorter arc at constant speed (slerp).
  func turned(toward other: Quaternion, by part: Double) -> Quaternion {
    var cosine = x * other.x + y * other.y + z * other.z + w * other.w
    let sign: Double = cosine < 0 ? -1 : 1
    cosine = min(1, abs(cosine))
    // The rotations are almost equal: the sine in the denominator would vanish.
    guard cosine < 0.999999 else { return cosine == 1 ? self : blended(other, 1 - part, part * sign) }
    let angle = acos(cosine)
    return blended(other, sin((1 - part) * angle) / sin(angle), sign * sin(part * angle) / sin(angle))
  }

  /// The normalized weighted sum of two rotations; this one if the sum vanishes.
  private func blended(_ other: Quaternion, _ a: Double, _ b: Double) -> Quaternion {
    let sum = Quaternion(
      x: x * a + other.x * b, y: y * a + other.y * b, z: z * a + other.z * b, w: w * a + other.w * b)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w).squareRoot()
    guard length > 0 else { return self }
    return Quaternion(x: sum.x / length, y: sum.y / length, z: sum.z / length, w: sum.w / length)
  }
}
