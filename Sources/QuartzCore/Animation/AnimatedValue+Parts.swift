import Foundation

// Components that key paths can name: `position.x`, `bounds.size.width`, `transform.rotation.z`.
extension AnimatedValue {
  /// A component of the value; nil if it has none of that name.
  func part(_ names: [String]) -> AnimatedValue? {
    guard let name = names.first else { return self }
    let rest = Array(names.dropFirst())
    switch (self, name) {
    case (.point(let point), "x") where rest.isEmpty: return .number(point.x)
    case (.point(let point), "y") where rest.isEmpty: return .number(point.y)
    case (.size(let size), "width") where rest.isEmpty: return .number(size.width)
    case (.size(let size), "height") where rest.isEmpty: return .number(size.height)
    case (.rect(let rect), "origin"): return AnimatedValue.point(rect.origin).part(rest)
    case (.rect(let rect), "size"): return AnimatedValue.size(rect.size).part(rest)
    case (.transform(let transform), _): return TransformSteps(transform).part(names)
    default: return nil
    }
  }

  /// The value with one component replaced; nil if there is no such component or its type differs.
  func replacing(_ names: [String], by new: AnimatedValue) -> AnimatedValue? {
    guard let name = names.first else { return new }
    let rest = Array(names.dropFirst())
    switch (self, name, new) {
    case (.point(let point), "x", .number(let x)) where rest.isEmpty: return .point(CGPoint(x: x, y: point.y))
    case (.point(let point), "y", .number(let y)) where rest.isEmpty: return .point(CGPoint(x: point.x, y: y))
    case (.size(let size), "width", .number(let width)) where rest.isEmpty:
      return .size(CGSize(width: width, height: size.height))
    case (.size(let size), "height", .number(let height)) where rest.isEmpty:
      return .size(CGSize(width: size.width, height: height))
    case (.rect(let rect), "origin", _):
      guard case .point(let origin)? = AnimatedValue.point(rect.origin).replacing(rest, by: new) else { return nil }
      return .rect(CGRect(origin: origin, size: rect.size))
    case (.rect(let rect), "size", _):
      guard case .size(let size)? = AnimatedValue.size(rect.size).replacing(rest, by: new) else { return nil }
      return .rect(CGRect(origin: rect.origin, size: size))
    case (.transform(let transform), _, _):
      return TransformSteps(transform).replacing(names, by: new).map { .transform($0.transform) }
    default: return nil
    }
  }
}

/// A transform as the steps that key paths name: a scale, then rotations around x, y and z, then a translation.
struct TransformSteps {
  /// The factors along the axes. A reflection is a negative factor.
  var scale: SIMD3<Double>
  /// Radians around x, y and z, in this order.
  var rotation: SIMD3<Double>
  /// The translation in points, along the axes.
  var translation: SIMD3<Double>

  /// Decomposes a transform. For a singular one the scale is that of its diagonal.
  init(_ transform: CATransform3D) {
    let parts = TransformParts(transform)
    scale = parts?.scale ?? SIMD3(transform.m11, transform.m22, transform.m33)
    translation = parts?.translation ?? SIMD3(transform.m41, transform.m42, transform.m43)
    let m = (parts?.rotation ?? .identity).transform
    // The rows of Rx·Ry·Rz for row vectors; at ±90° around y (gimbal lock) the remaining rotation is attributed to x.
    let y = asin(max(-1, min(1, -m.m13)))
    if abs(m.m13) < 0.999999 {
      rotation = SIMD3(atan2(m.m23, m.m33), y, atan2(m.m12, m.m11))
    } else {
      rotation = SIMD3(atan2(-m.m32, m.m22), y, 0)
    }
  }

  /// The composed transform. A skew or perspective of the original is lost.
  var transform: CATransform3D {
    var result = CATransform3DMakeScale(scale.x, scale.y, scale.z)
    result = CATransform3DConcat(result, CATransform3DMakeRotation(rotation.x, 1, 0, 0))
    result = CATransform3DConcat(result, CATransform3DMakeRotation(rotation.y, 0, 1, 0))
    result = CATransform3DConcat(result, CATransform3DMakeRotation(rotation.z, 0, 0, 1))
    return CATransform3DConcat(result, CATransform3DMakeTranslation(translation.x, translation.y, translation.z))
  }

  /// The index of each axis name.
  private static let axes = ["x": 0, "y": 1, "z": 2]

  /// The component of a key path such as `rotation.z`. Without axis: the rotation around z, the mean scale, the
  /// translation in the plane.
  func part(_ names: [String]) -> AnimatedValue? {
    switch (names.first, names.dropFirst().first) {
    case ("rotation", nil): .number(rotation.z)
    case ("rotation", let axis?): Self.axes[axis].map { .number(rotation[$0]) }
    case ("scale", nil): .number((scale.x + scale.y + scale.z) / 3)
    case ("scale", let axis?): Self.axes[axis].map { .number(scale[$0]) }
    case ("translation", nil): .size(CGSize(width: translation.x, height: translation.y))
    case ("translation", let axis?): Self.axes[axis].map { .number(translation[$0]) }
    default: nil
    }
  }

  /// The steps with one component replaced; nil if the names or the type are not known.
  func replacing(_ names: [String], by new: AnimatedValue) -> TransformSteps? {
    var result = self
    switch (names.first, names.dropFirst().first, new) {
    case ("rotation", nil, .number(let angle)): result.rotation.z = angle
    case ("scale", nil, .number(let factor)): result.scale = SIMD3(repeating: factor)
    case ("translation", nil, .size(let offset)):
      (result.translation.x, result.translation.y) = (offset.width, offset.height)
    case (let step?, let axis?, .number(let value)):
      guard let index = Self.axes[axis] else { return nil }
      switch step {
      case "rotation": result.rotation[index] = value
      case "scale": result.scale[index] = value
      case "translation": result.translation[index] = value
      default: return nil
      }
    default: return nil
    }
    return result
  }
}
