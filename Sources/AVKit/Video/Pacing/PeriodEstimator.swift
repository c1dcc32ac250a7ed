import PlayheadBasics
import PlayheadClock

/// Estimates the phase and the period of a periodic event from measured times: a least-squares fit of a line in which
/// older measurements count less.
struct PeriodEstimator: Sendable {
  /// A period that is known before the first measurement.
  struct Prior: Sendable {
    /// In nanoseconds.
    var period: Double
    /// The weight of the prior: the sum of squared distances of indices at which measurements count as much.
    var weight: Double
  }

  /// The number of measurements so far.
  private(set) var count = 0
  /// The time of the last measurement: the origin of the times in the sums.
  private(set) var last = HostTime.zero
  /// The prior; nil if the period is estimated from the measurements only.
  private let prior: Prior?
  /// The factor by which the weight of a measurement decreases with each later one.
  private let decay: Double
  /// The weighted sums over all measurements. Indices and times are relative to the last measurement.
  private var sums = Sums()

  /// The sums of a linear regression.
  private struct Sums: Sendable {
    var weight = 0.0
    var index = 0.0
    var squaredIndex = 0.0
    var time = 0.0
    var product = 0.0

    /// Moves the origins of the indices and of the times.
    mutating func move(index step: Double, time: Double) {
      product += step * time * weight - time * index - step * self.time
      squaredIndex += step * step * weight - 2 * step * index
      index -= step * weight
      self.time -= time * weight
    }

    /// Multiplies the weights of all measurements.
    mutating func scale(by factor: Double) {
      weight *= factor
      index *= factor
      squaredIndex *= factor
      time *= factor
      product *= factor
    }
  }

  /// Creates an estimator.
  ///
  /// - Parameters:
  ///   - memory: The number of measurements after which the weight of one has decreased to a third.
  ///   - prior: The expected period, if it is known.
  init(memory: Int, prior: Prior? = nil) {
    decay = 1 - 1 / Double(max(2, memory))
    self.prior = prior
  }

  /// Adds a measurement.
  ///
  /// - Parameters:
  ///   - time: The measured time of an event.
  ///   - steps: The whole number of periods since the previous measurement; ignored for the first one.
  mutating func add(_ time: HostTime, steps: Double) {
    if count > 0 {
      sums.move(index: steps, time: Double((time - last).nanoseconds))
      sums.scale(by: decay)
    }
    sums.weight += 1
    last = time
    count += 1
  }

  /// The estimated period in nanoseconds; nil if it cannot be estimated yet.
  var period: Double? {
    guard sums.weight > 0 else { return prior?.period }
    let spread = sums.squaredIndex - sums.index * sums.index / sums.weight
    let weight = prior?.weight ?? 0
    guard spread + weight > 0 else { return prior?.period }
    let covariance = sums.product - sums.index * sums.time / sums.weight
    return (covariance + weight * (prior?.period ?? 0)) / (spread + weight)
  }

  /// The estimated time of the event of the last measurement.
  var estimate: HostTime {
    guard sums.weight > 0, let period else { return last }
    return last + HostDuration(rounding: (sums.time - period * sums.index) / sums.weight)
  }
}

extension HostDuration {
  /// The duration of a number of nanoseconds, rounded; saturates instead of overflowing.
  init(rounding nanoseconds: Double) { self.init(nanoseconds: Int64(saturating: nanoseconds.rounded())) }
}
