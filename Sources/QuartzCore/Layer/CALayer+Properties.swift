import Foundation

// The properties of a layer's presentation. Each change looks up its action first, and runs it afterwards.
extension CALayer {
  /// Changes a value with its action. The value itself changes at once; the action animates the presentation.
  ///
  /// - Parameter key: The name by which delegates and actions know the property.
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

  /// Whether the numbers are finite. Others are reported with a warning and ignored.
  func accept(_ numbers: CGFloat..., for key: String) -> Bool {
    guard numbers.allSatisfy(\.isFinite) else {
      LayerTreeWarnings.warn("\(key) of a layer cannot be \(numbers); it stays what it was.")
      return false
    }
    return true
  }

  // MARK: Geometry

  /// Marks layout and display after a change of the size. A change of the origin alone has no effect.
  func boundsDidChange(from old: CGRect) {
    guard old.size != values.bounds.size, modelLayer == nil else { return }
    if needsDisplayOnBoundsChange { isDisplayNeeded = true }
    resizeSublayers(withOldSize: old.size)
    setNeedsLayout()
  }

  /// The point of the layer at `position`, around which it is transformed: from (0, 0) at the top left of the bounds to
  /// (1, 1).
  public var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set {
      if accept(newValue.x, newValue.y, for: "anchorPoint") { change("anchorPoint", \.anchorPoint, to: newValue) }
    }
  }

  /// The z component of the anchor point.
  public var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { if accept(newValue, for: "anchorPointZ") { change("anchorPointZ", \.anchorPointZ, to: newValue) } }
  }

  /// The z coordinate in the superlayer: sublayers are drawn in this order.
  public var zPosition: CGFloat {
    get { values.zPosition }
    set { if accept(newValue, for: "zPosition") { change("zPosition", \.zPosition, to: newValue) } }
  }

  /// The transform of all sublayers around the anchor point, usually a perspective.
  public var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      if accept(newValue.rows.reduce(0, +), for: "sublayerTransform") {
        change("sublayerTransform", \.sublayerTransform, to: newValue)
      }
    }
  }

  /// The transform as an affine transform.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Sets the transform to an affine transform.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether the y axis of the sublayers' coordinates points upward.
  public var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change("geometryFlipped", \.isGeometryFlipped, to: newValue) }
  }

  // MARK: Appearance

  /// Whether contents and sublayers are clipped to the bounds with their rounded corners.
  public var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change("masksToBounds", \.masksToBounds, to: newValue) }
  }

  /// The corner radius of background and border. Contents and sublayers are clipped only if `masksToBounds` is set.
  public var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { if accept(newValue, for: "cornerRadius") { change("cornerRadius", \.cornerRadius, to: newValue) } }
  }

  /// The corners that are rounded.
  public var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change("maskedCorners", \.maskedCorners, to: newValue) }
  }

  /// The width of the border, which is drawn inside the bounds and over everything else.
  public var borderWidth: CGFloat {
    get { values.borderWidth }
    set { if accept(newValue, for: "borderWidth") { change("borderWidth", \.borderWidth, to: newValue) } }
  }

  /// The color of the border; black by default.
  public var borderColor: CGColor? {
    get { values.borderColor }
    set { change("borderColor", \.borderColor, to: newValue) }
  }

  // MARK: Contents

  /// The part of the contents that is shown, in unit coordinates. Outside the contents their edge pixels are repeated.
  public var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      guard accept(newValue.origin.x, newValue.origin.y, newValue.width, newValue.height, for: "contentsRect") else {
        return
      }
      change("contentsRect", \.contentsRect, to: newValue)
    }
  }

  /// The pixels of the contents per point, for gravities that do not resize them.
  public var contentsScale: CGFloat {
    get { values.contentsScale }
    set { if accept(newValue, for: "contentsScale") { change("contentsScale", \.contentsScale, to: newValue) } }
  }

  /// The position of the contents in the bounds, and whether they are resized.
  public var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change("contentsGravity", \.contentsGravity, to: newValue) }
  }
}
