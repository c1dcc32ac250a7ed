import Foundation

/// A snapshot of a layer and its sublayers for rendering: values only.
package struct LayerNode {
  /// The map from this node's coordinates to those of its parent node; for the root to those of the image.
  package var map: PlaneMap
  /// The visible rectangle in the node's own coordinates.
  package var bounds: CGRect
  /// The opacity of the node with all its descendants.
  package var opacity: Double
  /// The rounded corners of background and border.
  package var corners: RoundedCorners
  /// Whether contents and children are clipped to the bounds, with their corners.
  package var clipsToBounds: Bool
  /// The color behind the contents.
  package var background: CGColor?
  /// The image or video of the node.
  package var contents: LayerContents?
  /// The rectangle of the whole contents in the node's coordinates.
  package var contentsPlace = CGRect.zero
  /// The border, drawn over everything else.
  package var border: LayerBorder?
  /// The mask of the node with its descendants.
  package var mask: LayerMask?
  /// The child nodes, from back to front.
  package var children: [LayerNode] = []
}

/// The mask of a node: a node in the coordinates of the masked one.
package final class LayerMask {
  /// The node whose alpha is the mask.
  package let node: LayerNode
  /// Wraps a node, because a struct cannot contain itself.
  init(_ node: LayerNode) { self.node = node }
}

/// The rounded corners of a rectangle.
package struct RoundedCorners: Equatable, Sendable {
  /// The radius of the rounded corners.
  package var radius: Double
  /// The corners that are rounded.
  package var mask: CACornerMask

  /// Creates corners with a radius.
  package init(radius: Double, mask: CACornerMask) {
    self.radius = radius
    self.mask = mask
  }

  /// The radii of the corners top left, top right, bottom right, bottom left.
  package var radii: [Double] {
    [
      CACornerMask.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
    ].map { mask.contains($0) ? radius : 0 }
  }
  /// Whether no corner is rounded.
  package var isSharp: Bool { radius == 0 || mask.isEmpty }
}

/// The border of a node, inside its bounds.
package struct LayerBorder {
  /// The width of the border.
  package var width: Double
  /// The color of the border.
  package var color: CGColor
}

/// The contents of a layer.
package enum LayerContents {
  /// An image and the part of it that is shown, in unit coordinates.
  case image(CGImage, part: CGRect)
  /// The current frame of a player; nothing is drawn while there is none.
  case video(any LayerVideoSource)
}

/// A layer with video contents, which change without changes to the layer.
package protocol LayerVideoSource: AnyObject {
  /// The rectangle of the video in the bounds at this moment; nil without a frame.
  func videoPlace(in bounds: CGRect) -> CGRect?
  /// The current frame, scaled to a size in pixels; nil without a frame.
  func videoImage(width: Int, height: Int) -> CGImage?
}

extension CALayer {
  /// The snapshot of the tree at a media time; nil if nothing is visible.
  ///
  /// Lays out and displays layers, removes animations that have ended, and marks the layers as shown.
  package func node(at mediaTime: Double) -> LayerNode? {
    layoutIfNeeded()
    return makeNode(
      at: mediaTime, parentTime: parent?.localTime(at: mediaTime) ?? mediaTime, above: CATransform3DIdentity, depth: 0)
  }

  /// Whether the presentation may change after a time without changes to the tree.
  package func changesByItself(at mediaTime: Double) -> Bool { changes(at: mediaTime, flow: .forward) }

  /// How time advances in a layer: not at all, forward, or in any direction.
  private enum TimeFlow { case not, forward, anyDirection }

  /// Whether an animation of this layer or below may change the presentation. `above` is the flow of the parent's time.
  private func changes(at mediaTime: Double, flow above: TimeFlow) -> Bool {
    var flow = above
    if let timeSource {
      flow = timeSource.isRunning ? .anyDirection : .not
    } else if timing.speed == 0 {
      flow = .not
    }
    switch flow {
    case .not: break
    case .forward: if isAnimating(at: localTime(at: mediaTime)) { return true }
    // An animation that has ended may become active again.
    case .anyDirection: if !attached.isEmpty { return true }
    }
    return maskLayer?.changes(at: mediaTime, flow: flow) == true
      || children.contains { $0.changes(at: mediaTime, flow: flow) }
  }

  /// The maximum depth of a tree: a deeper one is a mistake, and drawing it would overflow the stack.
  private static let maximumDepth = 200

  /// The snapshot of this layer and its descendants; nil if it is hidden, transparent, edge-on or nested too deeply.
  ///
  /// - Parameters:
  ///   - parentTime: The time of the superlayer.
  ///   - above: The map of the superlayer's sublayers.
  private func makeNode(at mediaTime: Double, parentTime: Double, above: CATransform3D, depth: Int) -> LayerNode? {
    guard depth < Self.maximumDepth else {
      LayerTreeWarnings.warn("layers more than \(Self.maximumDepth) deep are not drawn.")
      return nil
    }
    displayIfNeeded()
    finishAnimations(at: mediaTime)
    hasBeenShown = true
    let local = localTime(fromParent: parentTime, at: mediaTime)
    let shown = presentedValues(at: local)
    guard !shown.isHidden, shown.opacity > 0 else { return nil }
    let map = PlaneMap(CATransform3DConcat(shown.mapToSuperlayer, above))
    guard map.inverse != nil else { return nil }
    var node = shown.node(map: map)
    if let videoSource {
      node.contents = .video(videoSource)
      node.contentsPlace = videoSource.videoPlace(in: shown.bounds) ?? .zero
    }
    let below = shown.mapOfSublayers
    node.children = children.inOrder(at: mediaTime, parentTime: local).compactMap {
      $0.makeNode(at: mediaTime, parentTime: local, above: below, depth: depth + 1)
    }
    if let maskLayer {
      // An invisible mask hides the layer.
      guard
        let mask = maskLayer.makeNode(
          at: mediaTime, parentTime: local, above: CATransform3DIdentity, depth: depth + 1)
      else { return nil }
      node.mask = LayerMask(mask)
    }
    return node
  }
}

extension [CALayer] {
  /// The layers from back to front with the presented z positions.
  fileprivate func inOrder(at mediaTime: Double, parentTime: Double) -> [CALayer] {
    guard contains(where: { $0.values.zPosition != 0 || !$0.attached.isEmpty }) else { return self }
    return enumerated().map { index, layer in
      let local = layer.localTime(fromParent: parentTime, at: mediaTime)
      return (layer.presentedValues(at: local).zPosition, index, layer)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
