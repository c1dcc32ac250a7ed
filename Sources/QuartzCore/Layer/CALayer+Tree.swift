import Foundation

// The layer tree. A layer has a single parent: adding it removes it from its previous one. Adding a layer to itself or
// to a descendant has no effect other than a warning.
extension CALayer {
  /// The index of a sublayer among the others; nil if it is not a sublayer.
  func index(of layer: CALayer?, without other: CALayer) -> Int? {
    guard let layer else { return nil }
    return children.filter { $0 !== other }.firstIndex { $0 === layer }
  }

  /// Inserts a sublayer; `index` counts the sublayers without the layer itself.
  func insert(_ layer: CALayer, at index: Int) {
    guard modelLayer == nil, canHold(layer) else { return }
    if layer.parent === self {
      children.removeAll { $0 === layer }
    } else {
      layer.removeFromSuperlayer()
      layer.masked?.mask = nil
    }
    children.insert(layer, at: max(0, min(index, children.count)))
    layer.parent = self
    setNeedsLayout()
    treeChanged()
  }

  /// Whether a layer may become a sublayer or a mask of this one. Prints a warning if that would form a cycle.
  func canHold(_ layer: CALayer) -> Bool {
    var ancestor: CALayer? = self
    while let current = ancestor {
      guard current !== layer else {
        LayerTreeWarnings.warn(
          "a layer cannot be put into itself or into a layer that lies in it; nothing was changed.")
        return false
      }
      ancestor = current.parent ?? current.masked
    }
    return true
  }
}
