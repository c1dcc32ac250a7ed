import Foundation

// Conversion between coordinate spaces. For model layers the model values are used, for presentation layers the
// presented ones.
extension CALayer {
  // MARK: Ancestors

  /// The map from this layer's coordinates to its superlayer's.
  var mapUp: PlaneMap? {
    let own = values.mapToSuperlayer
    guard let above = superlayer?.values.mapOfSublayers else { return PlaneMap(own) }
    return PlaneMap(CATransform3DConcat(own, above))
  }

  /// The map from this layer's coordinates to those of the root's superlayer.
  var mapToRoot: PlaneMap? {
    var map = PlaneMap.identity
    var layer: CALayer? = self
    while let current = layer {
      guard let up = current.mapUp else { return nil }
      map = map.then(up)
      layer = current.superlayer ?? current.masked
    }
    return map
  }

  /// The layer and its ancestors up to the root. A mask continues with the layer that it masks.
  private var chain: [CALayer] {
    var chain: [CALayer] = []
    var layer: CALayer? = modelLayer ?? self
    while let current = layer {
      chain.append(current)
      layer = current.parent ?? current.masked
    }
    return chain
  }

  /// Converts a media time to the layer's time.
  package func localTime(at mediaTime: Double) -> Double {
    chain.reversed().reduce(mediaTime) { $1.localTime(fromParent: $0, at: mediaTime) }
  }

  /// Converts a superlayer's time to the layer's time.
  func localTime(fromParent time: Double, at mediaTime: Double) -> Double {
    timeSource?.followedTime(at: mediaTime) ?? timing.localTime(at: time)
  }

  /// Converts the layer's time to media time. The inverse of `localTime(at:)`.
  func mediaTime(fromLocal time: Double) -> Double {
    var time = time
    for layer in chain {
      if let source = layer.timeSource { return source.mediaTime(ofFollowed: time) }
      time = layer.timing.parentTime(at: time)
    }
    return time
  }
}

extension [CALayer] {
  /// The layers in drawing order, from back to front.
  var inDrawingOrder: [CALayer] {
    // Most trees have no depth; sorting must be stable.
    guard contains(where: { $0.values.zPosition != 0 }) else { return self }
    return enumerated().sorted { ($0.element.values.zPosition, $0.offset) < ($1.element.values.zPosition, $1.offset) }
      .map(\.element)
  }
}
