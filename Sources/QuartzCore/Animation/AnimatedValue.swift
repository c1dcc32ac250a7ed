import Foundation
import PlayheadBasics

/// A value of an animatable layer property.
enum AnimatedValue: Equatable {
  /// A number, such as an opacity or a width. Values of type `Float` are converted.
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  /// A spatial transform, interpolated by its decomposition (`TransformParts`).
  case transform(CATransform3D)
  /// Red, green, blue and alpha in sRGB, not premultiplied; nil for no color.
  case color([Double]?)
  case flag(Bool)
  /// The numbers of a value function: one, or three.
  case vector([Double])
  /// An image or a string, which cannot be interpolated.
  case other(Opaque)

  /// A value that is compared by identity.
  struct Opaque: Equatable {
    /// The value; nil for none.
    var content: Any?
    static func == (a: Opaque, b: Opaque) -> Bool { (a.content as AnyObject?) === (b.content as AnyObject?) }
  }

  /// Converts a program's value to the type of the property; nil if it does not fit or is not finite.
  init?(_ value: Any, like kind: AnimatedValue) {
    if let value = value as? AnimatedValue {
      self = value
      return
    }
    switch kind {
    case .number:
      guard let number = Self.number(value), number.isFinite else { return nil }
      self = .number(number)
    case .point:
      guard let point = value as? CGPoint ?? (value as? NSValue)?.content(NSPoint.self, "Point"),
        point.x.isFinite, point.y.isFinite
      else { return nil }
      self = .point(point)
    case .size:
      guard let size = value as? CGSize ?? (value as? NSValue)?.content(NSSize.self, "Size"), size.width.isFinite,
        size.height.isFinite
      else { return nil }
      self = .size(size)
    case .rect:
      guard let rect = value as? CGRect ?? (value as? NSValue)?.content(NSRect.self, "Rect"), rect.isFinite else {
        return nil
      }
      self = .rect(rect)
    case .transform:
      guard let transform = value as? CATransform3D ?? (value as? TransformBox)?.content, transform.isFinite else {
        return nil
      }
      self = .transform(transform)
    case .color:
      guard let color = value as? CGColor else { return nil }
      self = .color(color.rgbaComponents)
    case .flag:
      guard let flag = value as? Bool ?? Self.number(value).map({ $0 != 0 }) else { return nil }
      self = .flag(flag)
    case .vector(let numbers):
      let found = (value as? [Any] ?? [value]).compactMap(Self.number)
      guard found.count == numbers.count, found.allSatisfy(\.isFinite) else { return nil }
      self = .vector(found)
    case .other: self = .other(Opaque(content: value))
    }
  }

  /// The number in a value of any numeric type; nil for other types.
  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  // MARK: Numbers

  /// The components of the value; nil if it does not consist of numbers that can be added.
  var numbers: [Double]? {
    switch self {
    case .number(let value): [value]
    case .point(let value): [value.x, value.y]
    case .size(let value): [value.width, value.height]
    case .rect(let value): [value.origin.x, value.origin.y, value.size.width, value.size.height]
    case .color(let value): value ?? [0, 0, 0, 0]
    case .vector(let value): value
    case .transform, .flag, .other: nil
    }
  }

  /// The same type of value with other components, of which there must be as many.
  func replacingComponents(_ n: [Double]) -> AnimatedValue {
    switch self {
    case .number: .number(n[0])
    case .point: .point(CGPoint(x: n[0], y: n[1]))
    case .size: .size(CGSize(width: n[0], height: n[1]))
    case .rect: .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case .color: .color(n.map { max(0, min(1, $0)) })
    case .vector: .vector(n)
    case .transform, .flag, .other: self
    }
  }

  /// The neutral element of the addition.
  var zero: AnimatedValue {
    if case .transform = self { return .transform(CATransform3DIdentity) }
    return numbers.map { replacingComponents($0.map { _ in 0 }) } ?? self
  }

  /// The Euclidean distance between two values; nil if it is not defined.
  func distance(to other: AnimatedValue) -> Double? {
    guard let a = numbers, let b = other.numbers, a.count == b.count else { return nil }
    return zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }

  // MARK: Interpolation and addition

  /// Interpolates between two values of the same type.
  func blended(with other: AnimatedValue, by part: Double) -> AnimatedValue {
    switch (self, other) {
    case (.transform(let a), .transform(let b)): return .transform(Self.blend(a, b, part))
    case (.color(let a), .color(let b)): return .color(Self.blend(a, b, part))
    default: break
    }
    guard let a = numbers, let b = other.numbers, a.count == b.count else { return part < 0.5 ? self : other }
    return replacingComponents(zip(a, b).map { $0 + ($1 - $0) * part })
  }

  /// Adds a multiple of another value. Transforms are concatenated.
  func adding(_ other: AnimatedValue, times: Double) -> AnimatedValue {
    if case .transform(let a) = self, case .transform(let b) = other {
      let step = times < 0 ? CATransform3DInvert(b) : b
      let count = Int(saturating: min(1000, abs(times)))
      return .transform((0..<count).reduce(a) { sum, _ in CATransform3DConcat(step, sum) })
    }
    guard let a = numbers, let b = other.numbers, a.count == b.count else { return self }
    return replacingComponents(zip(a, b).map { $0 + $1 * times })
  }

  /// Interpolates two transforms by their components, so that a rotation remains one at every step.
  private static func blend(_ a: CATransform3D, _ b: CATransform3D, _ part: Double) -> CATransform3D {
    guard a != b else { return a }
    guard let from = TransformParts(a), let to = TransformParts(b) else {
      // A singular transform cannot be decomposed; its elements are interpolated instead.
      return CATransform3D(rows: zip(a.rows, b.rows).map { $0 + ($1 - $0) * part })
    }
    return from.blended(with: to, by: part).transform
  }

  /// Interpolates colors premultiplied by alpha, so that a color does not shift while it fades.
  private static func blend(_ a: [Double]?, _ b: [Double]?, _ part: Double) -> [Double]? {
    guard a != nil || b != nil else { return nil }
    let (a, b) = (a ?? [0, 0, 0, 0], b ?? [0, 0, 0, 0])
    let alpha = max(0, min(1, a[3] + (b[3] - a[3]) * part))
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let colors = (0..<3).map { (a[$0] * a[3] * (1 - part) + b[$0] * b[3] * part) / alpha }
    return colors.map { max(0, min(1, $0)) } + [alpha]
  }
}

extension CGColor {
  /// Red, green, blue and alpha in sRGB, not premultiplied.
  var rgbaComponents: [Double] {
    let color = standardComponents
    return [color.red, color.green, color.blue, Double(alpha)]
  }
}

extension CGRect {
  /// Whether all coordinates are finite. Layers do not accept others.
  var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension NSValue {
  /// The structure in the value, if its encoding names it: for any other, Foundation stops the program.
  fileprivate func content<Content>(_: Content.Type, _ name: String) -> Content? {
    guard !(self is NSNumber), !(self is TransformBox), String(cString: objCType).contains(name) else { return nil }
    return withUnsafeTemporaryAllocation(of: Content.self, capacity: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      getValue(base)
      return base.pointee
    }
  }
}
