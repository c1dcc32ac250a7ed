import Foundation

// From one layer's space to another's. Of a model layer the model counts, of a presentation layer what is seen.
extension CALayer {
  /// The point of this layer's space that lies where a point of another's does; nil stands for the space of the root's superlayer.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let point = other?.map(p) else { return p }
    return inverse.map(point) ?? p
  }

  /// The point of another layer's space that lies where a point of this one's does.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    guard let point = mapToRoot?.map(p) else { return p }
    guard let l else { return point }
    return (l.mapToRoot?.inverse).flatMap { $0.map(point) } ?? p
  }

  /// The upright rectangle around what a rectangle of another layer's space is in this one's.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let other else { return r }
    return other.then(inverse).map(r) ?? r
  }

  /// The upright rectangle around what a rectangle of this layer's space is in another one's.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    guard let map = mapToRoot else { return r }
    guard let l else { return map.map(r) ?? r }
    return (l.mapToRoot?.inverse).flatMap { map.then($0).map(r) } ?? r
  }

  /// This layer's time for a time of another layer's; nil stands for the machine's time, that of `CACurrentMediaTime`.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(at: l?.mediaTime(fromLocal: t) ?? t)
  }

  /// Another layer's time for a time of this one's.
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let media = mediaTime(fromLocal: t)
    return l?.localTime(at: media) ?? media
  }

  // MARK: Chains

  /// From this layer's space to its superlayer's.
  var mapUp: PlaneMap? {
    let own = values.mapToSuperlayer
    guard let above = superlayer?.values.mapOfSublayers else { return PlaneMap(own) }
    return PlaneMap(CATransform3DConcat(own, above))
  }

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

  private var chain: [CALayer] {
    var chain: [CALayer] = []
    var layer: CALayer? = modelLayer ?? self
    while let current = layer {
      chain.append(current)
      layer = current.parent ?? current.masked
    }
    return chain
  }

  /// The layer's time at a time of the machine.
  package func localTime(at mediaTime: Double) -> Double {
    chain.reversed().reduce(mediaTime) { $1.localTime(fromParent: $0, at: mediaTime) }
  }

  /// The layer's time for a time of its superlayer.
  func localTime(fromParent time: Double, at mediaTime: Double) -> Double {
    timeSource?.followedTime(at: mediaTime) ?? timing.localTime(at: time)
  }

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
  /// From back to front.
  var inDrawingOrder: [CALayer] {
    // Most trees have no depth; sorting has to keep the order of equals.
    guard contains(where: { $0.values.zPosition != 0 }) else { return self }
    return enumerated().sorted { ($0.element.values.zPosition, $0.offset) < ($1.element.values.zPosition, $1.offset) }
      .map(\.element)
  }
}
