import Foundation

/// What a layer looks like and where it is: everything that animations may change, and what goes along with it.
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

  package init() {}

  /// The point of the layer's own space that lies at `position`.
  package var anchor: CGPoint {
    CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// From the layer's own space to its superlayer's, without what the superlayer does to all its sublayers.
  package var mapToSuperlayer: CATransform3D {
    let anchor = anchor
    let toAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchorPointZ)
    let toPosition = CATransform3DMakeTranslation(position.x, position.y, zPosition + anchorPointZ)
    return CATransform3DConcat(CATransform3DConcat(toAnchor, transform), toPosition)
  }

  /// What the layer does to all its sublayers: its `sublayerTransform` around its anchor, and turning upside down.
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

  /// The upright rectangle that the layer takes up in its superlayer.
  package var frame: CGRect { PlaneMap(mapToSuperlayer).map(bounds) ?? .zero }

  /// Moves and sizes the layer so that it takes up a rectangle of its superlayer. What the transform does stays.
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
    // Where it lies now tells how far it has to go.
    let now = self.frame
    position.x += frame.midX - now.midX
    position.y += frame.midY - now.midY
  }
}
