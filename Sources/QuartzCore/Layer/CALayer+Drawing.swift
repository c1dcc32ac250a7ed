import CoreGraphics

extension CALayer {
  /// Replaces the contents by what `draw(in:)` draws. Without a size or a drawing library they stay.
  func drawContents() {
    guard let context = CGContext(layerBounds: bounds, scale: contentsScale, isOpaque: isOpaque) else { return }
    delegate?.layerWillDraw(self)
    draw(in: context)
    guard context.isDrawn || !context.reachedDefault, let image = context.makeImage() else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = image
    CATransaction.commit()
  }
}
