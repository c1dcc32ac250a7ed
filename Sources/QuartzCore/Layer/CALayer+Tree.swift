import Foundation

// The tree. A layer is in one place at a time: adding it takes it from where it was. A layer cannot come to lie in itself; trying
// changes nothing and is told.
extension CALayer {
  /// The layer that this one lies in; nil for a root.
  public var superlayer: CALayer? {
    guard let modelLayer else { return parent }
    return modelLayer.parent?.presentation()
  }

  /// The layers in this one, from back to front where their `zPosition` is the same; nil without any.
  public var sublayers: [CALayer]? {
    get {
      guard let modelLayer else { return children.isEmpty ? nil : children }
      return modelLayer.sublayers?.compactMap { $0.presentation() }
    }
    set {
      let wanted = newValue ?? []
      for layer in children where !wanted.contains(where: { $0 === layer }) { layer.removeFromSuperlayer() }
      for (index, layer) in wanted.enumerated() { insert(layer, at: index) }
    }
  }

  func index(of layer: CALayer?, without other: CALayer) -> Int? {
    guard let layer else { return nil }
    return children.filter { $0 !== other }.firstIndex { $0 === layer }
  }

  /// `index` counts the sublayers without the layer itself.
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

  func canHold(_ layer: CALayer) -> Bool {
    var ancestor: CALayer? = self
    while let current = ancestor {
      guard current !== layer else {
        LayerTreeWarnings.tell("a layer cannot be put into itself or into a layer that lies in it; nothing was changed.")
        return false
      }
      ancestor = current.parent ?? current.masked
    }
    return true
  }

  /// A layer whose alpha says where this one is seen, with everything in it; it lies in this layer's space.
  public var mask: CALayer? {
    get { modelLayer.map { $0.mask?.presentation() } ?? maskLayer }
    set {
      guard newValue !== maskLayer, modelLayer == nil else { return }
      if let newValue {
        guard canHold(newValue) else { return }
        newValue.removeFromSuperlayer()
        newValue.masked?.mask = nil
      }
      maskLayer?.masked = nil
      maskLayer = newValue
      newValue?.masked = self
      treeChanged()
    }
  }
}
