import Foundation

/// A translation.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m41, result.m42, result.m43) = (tx, ty, tz)
  return result
}

/// A scale along the axes.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m11, result.m22, result.m33) = (sx, sy, sz)
  return result
}

/// A rotation by an angle in radians around the axis `(x, y, z)`, which need not be normalized; the identity for a zero
/// axis.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite, angle.isFinite else { return CATransform3DIdentity }
  let half = angle / 2
  let (sine, cosine): (CGFloat, CGFloat) = (sin(half), cos(half))
  let factor = sine / length
  return Quaternion(x: x * factor, y: y * factor, z: z * factor, w: cosine).transform
}

/// A translation followed by the transform.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// A scale followed by the transform.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// A rotation followed by the transform.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// The first transform followed by the second.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  let (left, right) = (a.rows, b.rows)
  var product = [Double](repeating: 0, count: 16)
  for index in 0..<16 {
    let (row, column) = (index / 4 * 4, index % 4)
    for step in 0..<4 { product[index] += left[row + step] * right[step * 4 + column] }
  }
  return CATransform3D(rows: product)
}

/// The inverse transform; the transform itself if it is singular.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // Gauss-Jordan elimination.
  var (from, to) = (t.rows, CATransform3DIdentity.rows)
  for column in 0..<4 {
    guard let pivot = (column..<4).max(by: { abs(from[$0 * 4 + column]) < abs(from[$1 * 4 + column]) }),
      from[pivot * 4 + column] != 0, from[pivot * 4 + column].isFinite
    else { return t }
    for index in 0..<4 where pivot != column {
      from.swapAt(pivot * 4 + index, column * 4 + index)
      to.swapAt(pivot * 4 + index, column * 4 + index)
    }
    let scale = 1 / from[column * 4 + column]
    for index in 0..<4 {
      from[column * 4 + index] *= scale
      to[column * 4 + index] *= scale
    }
    for row in 0..<4 where row != column {
      let factor = from[row * 4 + column]
      for index in 0..<4 {
        from[row * 4 + index] -= factor * from[column * 4 + index]
        to[row * 4 + index] -= factor * to[column * 4 + index]
      }
    }
  }
  return CATransform3D(rows: to)
}

/// Whether this is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Whether all sixteen elements are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Converts an affine transform of the plane.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m11, result.m12, result.m21, result.m22) = (m.a, m.b, m.c, m.d)
  (result.m41, result.m42) = (m.tx, m.ty)
  return result
}

/// Whether the transform is equivalent to an affine transform of the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m33 == 1 && t.m34 == 0
    && t.m43 == 0 && t.m44 == 1
}

/// The affine part of the transform; incomplete if `CATransform3DIsAffine` is false.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
