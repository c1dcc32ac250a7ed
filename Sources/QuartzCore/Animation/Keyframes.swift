import Foundation

/// The interpolation of key values.
struct Keyframes {
  /// The key values, all of the same type.
  let values: [AnimatedValue]
  let mode: CAAnimationCalculationMode
  /// The timing function of each interval; an interval without one is linear.
  let easings: [CAMediaTimingFunction]
  /// The tension at each value; 0 where the list has no element.
  let tension: [Double]
  /// The continuity at each value; 0 where the list has no element.
  let continuity: [Double]
  /// The bias at each value; 0 where the list has no element.
  let bias: [Double]
  /// The time of each value as a fraction of the duration, in ascending order. For `discrete` one more: the end.
  private let times: [Double]

  /// Creates an interpolation. Times that are missing, too few or not ascending are replaced by even ones.
  init(
    values: [AnimatedValue], times: [Double]?, mode: CAAnimationCalculationMode, easings: [CAMediaTimingFunction] = [],
    tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []
  ) {
    self.values = values
    self.mode = mode
    self.easings = easings
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
    self.times = Self.times(times, for: values, mode: mode)
  }

  /// The value after a fraction of a repetition.
  func value(at part: Double) -> AnimatedValue? {
    guard let first = values.first, let last = values.last else { return nil }
    guard mode != .discrete else { return discrete(at: part) }
    guard values.count > 1, part > times[0] else { return first }
    guard let end = times.firstIndex(where: { $0 > part }), end < values.count else { return last }
    let index = end - 1
    var inside = (part - times[index]) / (times[end] - times[index])
    if index < easings.count { inside = easings[index].value(at: inside) }
    guard mode == .cubic || mode == .cubicPaced else { return values[index].blended(with: values[end], by: inside) }
    return curve(from: index, at: inside)
  }

  /// The last value whose time has been reached.
  private func discrete(at part: Double) -> AnimatedValue? {
    let index = times.lastIndex { $0 <= part } ?? 0
    return values[min(index, values.count - 1)]
  }

  /// The times for a mode: paced, as given, or evenly spaced.
  private static func times(
    _ given: [Double]?, for values: [AnimatedValue], mode: CAAnimationCalculationMode
  ) -> [Double] {
    if mode == .paced || mode == .cubicPaced, let paced = pacedTimes(values) { return paced }
    let needed = mode == .discrete ? values.count + 1 : values.count
    if let given, given.count >= values.count, zip(given, given.dropFirst()).allSatisfy({ $0 <= $1 }),
      given.allSatisfy(\.isFinite)
    {
      return given
    }
    return (0..<needed).map { needed > 1 ? Double($0) / Double(needed - 1) : 0 }
  }

  /// Times in proportion to the distances of the values; nil if the distances are undefined or zero.
  private static func pacedTimes(_ values: [AnimatedValue]) -> [Double]? {
    var distances = [0.0]
    for (a, b) in zip(values, values.dropFirst()) {
      guard let distance = a.distance(to: b), let last = distances.last else { return nil }
      distances.append(last + distance)
    }
    guard let whole = distances.last, whole > 0 else { return nil }
    return distances.map { $0 / whole }
  }

  // MARK: Curves

  /// The spline of Kochanek and Bartels, "Interpolating Splines with Local Tension, Continuity, and Bias Control"
  /// (SIGGRAPH 1984); with all three at 0 it is a Catmull-Rom spline.
  private func curve(from index: Int, at t: Double) -> AnimatedValue? {
    let (p0, p1) = (values[index], values[index + 1])
    guard let a = p0.numbers, let b = p1.numbers else { return p0.blended(with: p1, by: t) }
    let before = (index > 0 ? values[index - 1] : p0).numbers ?? a
    let after = (index + 2 < values.count ? values[index + 2] : p1).numbers ?? b
    let (t2, t3) = (t * t, t * t * t)
    let start = weights(at: index, isArriving: false)
    let end = weights(at: index + 1, isArriving: true)
    let result = a.indices.map { i -> Double in
      let delta = b[i] - a[i]
      let leaving = start.0 * (a[i] - before[i]) + start.1 * delta
      let arriving = end.0 * delta + end.1 * (after[i] - b[i])
      // The cubic Hermite basis functions.
      let places = (2 * t3 - 3 * t2 + 1) * a[i] + (3 * t2 - 2 * t3) * b[i]
      return places + (t3 - 2 * t2 + t) * leaving + (t3 - t2) * arriving
    }
    return p0.replacingComponents(result)
  }

  /// The weights of the segments before and after a value for the tangent at that value.
  private func weights(at index: Int, isArriving: Bool) -> (Double, Double) {
    func setting(_ list: [Double]) -> Double { index < list.count && list[index].isFinite ? list[index] : 0 }
    let (t, b) = (setting(tension), setting(bias))
    let c = isArriving ? -setting(continuity) : setting(continuity)
    return ((1 - t) * (1 + c) * (1 + b) / 2, (1 - t) * (1 - c) * (1 - b) / 2)
  }
}
