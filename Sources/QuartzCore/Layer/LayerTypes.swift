import Foundation

/// Where a picture lies in a layer's bounds. `top` is where the layer's space begins.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// In its own size, in the middle.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// In its own size, in the middle of the upper edge.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// In its own size, in the middle of the lower edge.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// In its own size, in the middle of the left edge.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// In its own size, in the middle of the right edge.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In its own size, in a corner.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In its own size, in a corner.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In its own size, in a corner.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In its own size, in a corner.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits into the bounds, in its own shape.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds, in its own shape.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// What of a layer grows with its superlayer.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The space to the left.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The layer itself.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The space to the right.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The space above.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The layer itself.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The space below.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}

/// Corners of a rectangle.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Top left.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
  /// Top right.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
  /// Bottom left.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
  /// Bottom right.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)
}

/// Gives a layer its contents, its layout and its animations.
public protocol CALayerDelegate: NSObjectProtocol {
  /// The layer's contents are to be set.
  func display(_ layer: CALayer)
  /// The layer's sublayers are to be given their places.
  func layoutSublayers(of layer: CALayer)
  /// What happens when a property changes: an animation, `NSNull()` for nothing, or nil to let the layer decide.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
