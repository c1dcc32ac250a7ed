import Foundation

extension LayerValues {
  /// The snapshot of a layer with these values, without its sublayers.
  func node(map: PlaneMap) -> LayerNode {
    var node = LayerNode(
      map: map, bounds: bounds, opacity: Double(max(0, min(1, opacity))), corners: corners,
      clipsToBounds: masksToBounds, background: backgroundColor)
    if borderWidth > 0, let borderColor, borderColor.alpha > 0 {
      node.border = LayerBorder(width: min(borderWidth, bounds.width / 2, bounds.height / 2), color: borderColor)
    }
    if let image = contents as? CGImage, contentsRect.width > 0, contentsRect.height > 0 {
      node.contents = .image(image, part: contentsRect)
      node.contentsPlace = contentsGravity.place(size(of: image), in: bounds)
    }
    return node
  }

  /// A corner radius is at most half the shorter side.
  private var corners: RoundedCorners {
    RoundedCorners(
      radius: max(0, min(cornerRadius, bounds.width / 2, bounds.height / 2)), mask: maskedCorners)
  }

  /// The size of the visible part in points.
  private func size(of image: CGImage) -> CGSize {
    let scale = contentsScale > 0 ? contentsScale : 1
    return CGSize(
      width: CGFloat(image.width) * contentsRect.width / scale,
      height: CGFloat(image.height) * contentsRect.height / scale)
  }
}

extension CALayerContentsGravity {
  /// The rectangle of contents of a size inside the bounds.
  package func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0 else { return CGRect(origin: bounds.origin, size: .zero) }
    var size = size
    let ratios = (bounds.width / size.width, bounds.height / size.height)
    switch self {
    case .resizeAspect: size = size.scaled(by: min(ratios.0, ratios.1))
    case .resizeAspectFill: size = size.scaled(by: max(ratios.0, ratios.1))
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight: break
    default: return bounds
    }
    let (free, part) = (
      CGSize(width: bounds.width - size.width, height: bounds.height - size.height), freeSpaceBefore
    )
    return CGRect(
      x: bounds.minX + free.width * part.x, y: bounds.minY + free.height * part.y, width: size.width,
      height: size.height)
  }

  /// The fraction of the remaining space before the contents.
  private var freeSpaceBefore: CGPoint {
    let across: [CALayerContentsGravity: CGFloat] = [
      .left: 0, .topLeft: 0, .bottomLeft: 0, .right: 1, .topRight: 1, .bottomRight: 1,
    ]
    let down: [CALayerContentsGravity: CGFloat] = [
      .top: 0, .topLeft: 0, .topRight: 0, .bottom: 1, .bottomLeft: 1, .bottomRight: 1,
    ]
    return CGPoint(x: across[self] ?? 0.5, y: down[self] ?? 0.5)
  }
}

extension CGSize {
  /// The size multiplied by a factor in both directions.
  fileprivate func scaled(by factor: CGFloat) -> CGSize { CGSize(width: width * factor, height: height * factor) }
}
