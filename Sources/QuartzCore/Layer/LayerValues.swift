import Foundation

/// The values of a layer: all animatable properties and the related settings.
package struct LayerValues {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var anchorPointZ: CGFloat = 0
  package var zPosition: CGFloat = 0
  package var transform = CATransform3DIdentity
  package var sublayerTransform = CATransform3DIdentity
  package var opacity: Float = 1
  package var isHidden = false
  package var masksToBounds = false
  package var isGeometryFlipped = false
  package var contents: Any?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsScale: CGFloat = 1
  package var contentsGravity = CALayerContentsGravity.resize
  package var backgroundColor: CGColor?
  package var cornerRadius: CGFloat = 0
  package var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .black

  /// Creates the values of a new layer: zero size, opaque, without contents.
  package init() {}

  /// The point of the layer's own coordinates that is at `position`.
  package var anchor: CGPoint {
    CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The map from the layer's coordinates to its superlayer's, without the superlayer's sublayer transform.
  package var mapToSuperlayer: CATransform3D {
    let anchor = anchor
    let toAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchorPointZ)
    let toPosition = CATransform3DMakeTranslation(position.x, position.y, zPosition + anchorPointZ)
    return CATransform3DConcat(CATransform3DConcat(toAnchor, transform), toPosition)
  }

  /// The map of all sublayers: the `sublayerTransform` around the anchor point, and the geometry flip.
  package var mapOfSublayers: CATransform3D {
    var map = CATransform3DIdentity
    if isGeometryFlipped {
      // The upper edge becomes the lower one.
      map = CATransform3DConcat(
        CATransform3DMakeScale(1, -1, 1), CATransform3DMakeTranslation(0, bounds.minY + bounds.maxY, 0))
    }
    guard !CATransform3DIsIdentity(sublayerTransform) else { return map }
    let anchor = anchor
    let around = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-anchor.x, -anchor.y, 0), sublayerTransform),
      CATransform3DMakeTranslation(anchor.x, anchor.y, 0))
    return CATransform3DConcat(map, around)
  }

  /// The bounding box of the layer in its superlayer.
  package var frame: CGRect { PlaneMap(mapToSuperlayer).map(bounds) ?? .zero }

  /// Moves and resizes the layer so that its bounding box is a rectangle of its superlayer. The transform is unchanged.
  mutating func setFrame(_ frame: CGRect) {
    let frame = frame.standardized
    if CATransform3DIsIdentity(transform) {
      bounds.size = frame.size
      position = CGPoint(
        x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
      return
    }
    let size = frame.size.applying(CATransform3DGetAffineTransform(transform).inverted())
    bounds.size = CGSize(width: abs(size.width), height: abs(size.height))
    // The current bounding box determines the displacement.
    let now = self.frame
    position.x += frame.midX - now.midX
    position.y += frame.midY - now.midY
  }
}
