import Foundation

/// The position of the contents in a layer's bounds. `top` is the edge at the layer's origin.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name of the gravity.
  public let rawValue: String

  /// Creates a gravity with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Unscaled, centered.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Unscaled, centered at the upper edge.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Unscaled, centered at the lower edge.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Unscaled, centered at the left edge.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Unscaled, centered at the right edge.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// Unscaled, in the top left corner.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// Unscaled, in the top right corner.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// Unscaled, in the bottom left corner.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// Unscaled, in the bottom right corner.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// Scaled to fit inside the bounds, in the original aspect ratio.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Scaled to cover the bounds, in the original aspect ratio.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The parts of a layer that are resized with its superlayer.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits of the mask.
  public let rawValue: UInt32

  /// Creates a mask from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The left margin.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The width of the layer.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The right margin.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The top margin.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The height of the layer.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The bottom margin.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}

/// Corners of a rectangle.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The bits of the mask.
  public let rawValue: UInt

  /// Creates a mask from its bits.
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

/// Methods that provide a layer's contents, layout and actions. All are optional.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Called to set the layer's contents. By default it draws them with `draw(_:in:)`.
  func display(_ layer: CALayer)
  /// Called before `draw(_:in:)`.
  func layerWillDraw(_ layer: CALayer)
  /// Called to draw the layer's contents into a context, whose origin is the top left corner.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called to lay out the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
  /// The action of a property change: an animation, `NSNull()` for none, or nil to let the layer decide.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// The default implementation draws the contents with `draw(_:in:)`.
  public func display(_ layer: CALayer) { layer.drawContents() }
  /// The default implementation does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// The default implementation draws nothing; the layer's contents then stay.
  public func draw(_ layer: CALayer, in ctx: CGContext) { ctx.reachedDefault = true }
  /// The default implementation does nothing.
  public func layoutSublayers(of layer: CALayer) {}
  /// The default implementation returns nil.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
