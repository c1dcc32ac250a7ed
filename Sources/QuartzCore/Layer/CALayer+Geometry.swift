import Foundation

// Conversion between coordinate spaces. For model layers the model values are used, for presentation layers the
// presented ones.
extension CALayer {
  /// Converts a point from another layer's coordinates to this layer's; nil means the coordinates of the root's
  /// superlayer.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let point = other?.map(p) else { return p }
    return inverse.map(point) ?? p
  }

  /// Converts a point from this layer's coordinates to another layer's.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    guard let point = mapToRoot?.map(p) else { return p }
    guard let l else { return point }
    return (l.mapToRoot?.inverse).flatMap { $0.map(point) } ?? p
  }

  /// Converts a rectangle from another layer's coordinates to this layer's; the result is the bounding box.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let other else { return r }
    return other.then(inverse).map(r) ?? r
  }

  /// Converts a rectangle from this layer's coordinates to another layer's; the result is the bounding box.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    guard let map = mapToRoot else { return r }
    guard let l else { return map.map(r) ?? r }
    return (l.mapToRoot?.inverse).flatMap { map.then($0).map(r) } ?? r
  }

  /// Converts a time from another layer's time to this layer's; nil means the media time of `CACurrentMediaTime`.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(at: l?.mediaTime(fromLocal: t) ?? t)
  }

  /// Converts a time from this layer's time to another layer's.
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let media = mediaTime(fromLocal: t)
    return l?.localTime(at: media) ?? media
  }

  // MARK: Ancestors

  /// The map from this layer's coordinates to its superlayer's.
  var mapUp: PlaneMap? {
    let own = values.mapToSuperlayer
    guard let above = superlayer?.values.mapOfSublayers else { return PlaneMap(own) }
    return PlaneMap(CATransform3DConcat(own, above))
  }

  /// The map from this layer's coordinates to those of the root's superlayer.
  private var mapToRoot: PlaneMap? {
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
