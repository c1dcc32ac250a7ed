import CoreGraphics
import CoreMedia

/// A value of a video layer that changes along linear ramps.
package protocol RampValue: Sendable, Equatable {
  /// The value at a fraction of the way to another one, from 0 to 1.
  func mixed(with other: Self, at fraction: Double) -> Self
}

extension Float: RampValue {
  package func mixed(with other: Float, at fraction: Double) -> Float {
    Float(Double(self) + (Double(other) - Double(self)) * fraction)
  }
}

extension CGRect: RampValue {
  package func mixed(with other: CGRect, at fraction: Double) -> CGRect {
    func mix(_ first: CGFloat, _ second: CGFloat) -> CGFloat { first + (second - first) * CGFloat(fraction) }
    return CGRect(
      x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(width, other.width),
      height: mix(height, other.height))
  }
}

extension CGAffineTransform: RampValue {
  package func mixed(with other: CGAffineTransform, at fraction: Double) -> CGAffineTransform {
    func mix(_ first: CGFloat, _ second: CGFloat) -> CGFloat { first + (second - first) * CGFloat(fraction) }
    return CGAffineTransform(
      a: mix(a, other.a), b: mix(b, other.b), c: mix(c, other.c), d: mix(d, other.d), tx: mix(tx, other.tx),
      ty: mix(ty, other.ty))
  }
}

/// A value over time: linear ramps, and between them the end value of the last one. Pure.
package struct RampCurve<Value: RampValue>: Sendable, Equatable {
  /// A linear change of the value.
  package struct Ramp: Sendable, Equatable {
    /// The range of the change; its duration is zero for a step, and infinite for the constant value after the last
    /// ramp.
    package var range: CMTimeRange
    /// The value at the start.
    package var from: Value
    /// The value at the end.
    package var to: Value
  }

  /// In the order of their starts.
  private var ramps: [Ramp] = []
  /// A curve without ramps.
  package init() {}

  /// Adds a ramp. It ends an earlier one that it overlaps, and replaces those that begin within it.
  package mutating func add(_ range: CMTimeRange, from: Value, to: Value) {
    ramps.removeAll { $0.range.start == range.start || range.containsTime($0.range.start) }
    ramps.append(Ramp(range: range, from: from, to: to))
    ramps.sort { $0.range.start < $1.range.start }
  }

  /// The ramp at a time, or the constant stretch between two; nil before the first.
  package func ramp(at time: CMTime) -> Ramp? {
    guard let index = ramps.lastIndex(where: { $0.range.start <= time }) else { return nil }
    let ramp = ramps[index]
    if time < ramp.range.end { return ramp }
    let next = index + 1 < ramps.count ? ramps[index + 1].range.start - ramp.range.end : .positiveInfinity
    return Ramp(range: CMTimeRange(start: ramp.range.end, duration: next), from: ramp.to, to: ramp.to)
  }

  /// The value at a time; nil before the first ramp.
  package func value(at time: CMTime) -> Value? {
    guard let ramp = ramp(at: time) else { return nil }
    let length = ramp.range.duration.seconds
    guard length > 0, length.isFinite else { return ramp.to }
    return ramp.from.mixed(with: ramp.to, at: max(0, min(1, (time - ramp.range.start).seconds / length)))
  }
}
