import Foundation

// What is seen of a layer. Each change looks for its action first, and runs it afterwards.
extension CALayer {
  func change<Value>(_ key: String, _ path: WritableKeyPath<LayerValues, Value>, to value: Value) {
    guard modelLayer == nil else {
      values[keyPath: path] = value
      return
    }
    let action = CATransaction.disableActions() ? nil : action(forKey: key)
    values[keyPath: path] = value
    action?.run(forKey: key, object: self, arguments: nil)
    if type(of: self).needsDisplay(forKey: key) { isDisplayNeeded = true }
    treeChanged()
  }

  /// Whether numbers can be meant. What cannot is told, and changes nothing.
  func accept(_ numbers: CGFloat..., for key: String) -> Bool {
    guard numbers.allSatisfy(\.isFinite) else {
      LayerTreeWarnings.tell("\(key) of a layer cannot be \(numbers); it stays what it was.")
      return false
    }
    return true
  }

  // MARK: Geometry

  func boundsDidChange(from old: CGRect) {
    guard old.size != values.bounds.size, modelLayer == nil else { return }
    if needsDisplayOnBoundsChange { isDisplayNeeded = true }
    resizeSublayers(withOldSize: old.size)
    setNeedsLayout()
  }

  /// Which point of the layer lies at `position`, and around which it turns: from (0, 0) at the top left of the bounds to (1, 1).
  public var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set {
      if accept(newValue.x, newValue.y, for: "anchorPoint") { change("anchorPoint", \.anchorPoint, to: newValue) }
    }
  }

  /// How far before the layer's plane it turns around.
  public var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { if accept(newValue, for: "anchorPointZ") { change("anchorPointZ", \.anchorPointZ, to: newValue) } }
  }

  /// How far it lies before its superlayer: sublayers are drawn in this order.
  public var zPosition: CGFloat {
    get { values.zPosition }
    set { if accept(newValue, for: "zPosition") { change("zPosition", \.zPosition, to: newValue) } }
  }

  /// What happens to all sublayers around its anchor point: perspective, mostly.
  public var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      if accept(newValue.rows.reduce(0, +), for: "sublayerTransform") {
        change("sublayerTransform", \.sublayerTransform, to: newValue)
      }
    }
  }

  /// The transform as one of the plane.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Sets the transform to one of the plane.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether the sublayers' space grows upward.
  public var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change("geometryFlipped", \.isGeometryFlipped, to: newValue) }
  }

  // MARK: Appearance

  /// Whether what lies outside of its bounds, with their rounded corners, is cut off.
  public var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change("masksToBounds", \.masksToBounds, to: newValue) }
  }

  /// How round the corners of background and border are. Contents and sublayers only where `masksToBounds` is set.
  public var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { if accept(newValue, for: "cornerRadius") { change("cornerRadius", \.cornerRadius, to: newValue) } }
  }

  /// Which corners are round.
  public var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change("maskedCorners", \.maskedCorners, to: newValue) }
  }

  /// How wide the border is, inside of the bounds, over everything else.
  public var borderWidth: CGFloat {
    get { values.borderWidth }
    set { if accept(newValue, for: "borderWidth") { change("borderWidth", \.borderWidth, to: newValue) } }
  }

  /// The border's colour; black unless set.
  public var borderColor: CGColor? {
    get { values.borderColor }
    set { change("borderColor", \.borderColor, to: newValue) }
  }

  // MARK: Contents

  /// Which part of the picture is shown, in parts of its size. What lies outside of the picture shows its edge.
  public var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      guard accept(newValue.origin.x, newValue.origin.y, newValue.width, newValue.height, for: "contentsRect") else {
        return
      }
      change("contentsRect", \.contentsRect, to: newValue)
    }
  }

  /// How many pixels of the picture make one point, for the gravities that do not resize it.
  public var contentsScale: CGFloat {
    get { values.contentsScale }
    set { if accept(newValue, for: "contentsScale") { change("contentsScale", \.contentsScale, to: newValue) } }
  }

  /// Where the picture lies in the bounds, and whether it is resized.
  public var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change("contentsGravity", \.contentsGravity, to: newValue) }
  }
}
