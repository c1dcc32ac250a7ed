import Foundation

/// The name of a function that makes a transform of numbers.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name of the function.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Rotates about the x axis by an angle in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// Rotates about the y axis by an angle in radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// Rotates about the z axis by an angle in radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Scales by an array of three factors, for the axes x, y and z.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// Scales along the x axis by a factor.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// Scales along the y axis by a factor.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// Scales along the z axis by a factor.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Translates by an array of three distances in points, along the axes x, y and z.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// Translates along the x axis by a distance in points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// Translates along the y axis by a distance in points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// Translates along the z axis by a distance in points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A function by which an animation of numbers changes a transform: a rotation by more than half a turn, for example,
/// which no interpolation of transforms yields.
open class CAValueFunction: NSObject, @unchecked Sendable {
  // Sendable: all properties are set once, by the initializer.

  /// The kind of transform.
  private enum Kind {
    case rotation, scale, translation
  }

  /// The name of the function.
  open private(set) var name: CAValueFunctionName
  private let kind: Kind
  /// The axes of the numbers: 0 for x, 1 for y, 2 for z.
  private let axes: [Int]

  /// Creates a function; nil for an unknown name.
  public convenience init?(name: CAValueFunctionName) {
    switch name {
    case .rotateX: self.init(name, .rotation, [0])
    case .rotateY: self.init(name, .rotation, [1])
    case .rotateZ: self.init(name, .rotation, [2])
    case .scale: self.init(name, .scale, [0, 1, 2])
    case .scaleX: self.init(name, .scale, [0])
    case .scaleY: self.init(name, .scale, [1])
    case .scaleZ: self.init(name, .scale, [2])
    case .translate: self.init(name, .translation, [0, 1, 2])
    case .translateX: self.init(name, .translation, [0])
    case .translateY: self.init(name, .translation, [1])
    case .translateZ: self.init(name, .translation, [2])
    default: return nil
    }
  }

  private init(_ name: CAValueFunctionName, _ kind: Kind, _ axes: [Int]) {
    self.name = name
    self.kind = kind
    self.axes = axes
  }

  /// The numbers for which the function comes nearest to a transform.
  func numbers(of transform: AnimatedValue) -> AnimatedValue {
    let names = ["x", "y", "z"]
    let property =
      switch kind {
      case .rotation: "rotation"
      case .scale: "scale"
      case .translation: "translation"
      }
    return .vector(
      axes.map { axis in
        guard case .number(let number)? = transform.part([property, names[axis]]) else {
          return kind == .scale ? 1 : 0
        }
        return number
      })
  }

  /// The transform of as many numbers as the function has axes.
  func transform(_ numbers: [Double]) -> CATransform3D {
    var n: [Double] = kind == .scale ? [1, 1, 1] : [0, 0, 0]
    for (axis, number) in zip(axes, numbers) { n[axis] = number }
    switch kind {
    case .rotation:
      return CATransform3DMakeRotation(
        n[axes[0]], axes[0] == 0 ? 1 : 0, axes[0] == 1 ? 1 : 0, axes[0] == 2 ? 1 : 0)
    case .scale: return CATransform3DMakeScale(n[0], n[1], n[2])
    case .translation: return CATransform3DMakeTranslation(n[0], n[1], n[2])
    }
  }
}
