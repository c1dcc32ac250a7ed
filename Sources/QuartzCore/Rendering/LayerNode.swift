import Foundation

/// What is to be drawn of a layer and of everything in it at one moment: values only, for whoever draws.
package struct LayerNode {
  /// From this node's space to the space of the node it lies in; for the first one to the space of the picture.
  package var map: PlaneMap
  package var bounds: CGRect
  /// Of everything in it together.
  package var opacity: Double
  package var corners: RoundedCorners
  /// Whether contents and children are cut off at the bounds, with their corners.
  package var clipsToBounds: Bool
  package var background: CGColor?
  package var contents: LayerContents?
  /// Where the whole of the contents belongs in the node's space.
  package var contentsPlace = CGRect.zero
  package var border: LayerBorder?
  package var mask: LayerMask?
  /// From back to front.
  package var children: [LayerNode] = []
}

/// A mask has a node of its own, which lies in the space of what it masks.
package final class LayerMask {
  package let node: LayerNode
  init(_ node: LayerNode) { self.node = node }
}

/// How round the corners of a rectangle are.
package struct RoundedCorners: Equatable, Sendable {
  package var radius: Double
  package var mask: CACornerMask

  package init(radius: Double, mask: CACornerMask) {
    self.radius = radius
    self.mask = mask
  }

  /// Top left, top right, bottom right, bottom left.
  package var radii: [Double] {
    [
      CACornerMask.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
    ].map { mask.contains($0) ? radius : 0 }
  }
  package var isSharp: Bool { radius == 0 || mask.isEmpty }
}

package struct LayerBorder {
  package var width: Double
  package var color: CGColor
}

/// What a layer's contents are.
package enum LayerContents {
  /// A picture, and which part of it, in parts of its size.
  case image(CGImage, part: CGRect)
  /// What a player shows now; the place is empty while there is no picture.
  case video(any LayerVideoSource)
}

/// A layer whose contents change by themselves.
package protocol LayerVideoSource: AnyObject {
  /// Where the picture lies in the bounds at this moment; nil without one.
  func videoPlace(in bounds: CGRect) -> CGRect?
  /// The picture of this moment, scaled to a number of pixels; nil without one.
  func videoImage(width: Int, height: Int) -> CGImage?
}

extension CALayer {
  /// What is to be drawn of the tree at a time of the machine; nil where nothing is to be seen.
  ///
  /// Lays out, displays, lets go of animations that are over, and marks the layers as shown.
  package func node(at mediaTime: Double) -> LayerNode? {
    layoutIfNeeded()
    return makeNode(
      at: mediaTime, parentTime: parent?.localTime(at: mediaTime) ?? mediaTime, above: CATransform3DIdentity, depth: 0)
  }

  /// Whether anything in the tree may look different at a later moment without anybody changing it.
  package func changesByItself(at mediaTime: Double) -> Bool { changes(at: mediaTime, passing: .forward) }

  /// How time passes in a layer.
  private enum Passing { case not, forward, anyWay }

  private func changes(at mediaTime: Double, passing above: Passing) -> Bool {
    var passing = above
    if let timeSource {
      passing = timeSource.isRunning ? .anyWay : .not
    } else if timing.speed == 0 {
      passing = .not
    }
    switch passing {
    case .not: break
    case .forward: if isAnimating(at: localTime(at: mediaTime)) { return true }
    // Time may come back to an animation that is over.
    case .anyWay: if !attached.isEmpty { return true }
    }
    return maskLayer?.changes(at: mediaTime, passing: passing) == true
      || children.contains { $0.changes(at: mediaTime, passing: passing) }
  }

  /// Nobody means a tree as deep as this, and drawing one would fill the stack.
  private static let deepest = 200

  private func makeNode(at mediaTime: Double, parentTime: Double, above: CATransform3D, depth: Int) -> LayerNode? {
    guard depth < Self.deepest else {
      LayerTreeWarnings.tell("layers more than \(Self.deepest) deep are not drawn.")
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
      // A mask that is not seen lets nothing be seen.
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
  /// From back to front, as animations have it.
  fileprivate func inOrder(at mediaTime: Double, parentTime: Double) -> [CALayer] {
    guard contains(where: { $0.values.zPosition != 0 || !$0.attached.isEmpty }) else { return self }
    return enumerated().map { index, layer in
      let local = layer.localTime(fromParent: parentTime, at: mediaTime)
      return (layer.presentedValues(at: local).zPosition, index, layer)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
