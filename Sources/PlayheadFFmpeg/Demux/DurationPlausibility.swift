/// Checks whether a duration is consistent with times sampled at some positions of a file. Pure.
///
/// Data rates vary, but not so much that a third of a file holds nearly all or nearly none of its duration.
struct DurationPlausibility {
  /// A time found at a position of the file.
  struct Sample: Equatable {
    /// The position in the file, from 0 to 1.
    var share: Double
    /// Seconds from the beginning.
    var time: Double
  }

  /// The container's declared duration in seconds.
  var duration: Double?
  /// The samples in file order.
  var samples: [Sample]

  /// The permitted deviation of a time from its share of the file, as a fraction of the duration.
  static let tolerance = 0.25
  /// The limit of a plausible duration in seconds: thirty years.
  private static let limit = 1e9

  /// The duration extrapolated from the data rate of the first part; nil if the declared one is plausible or there is
  /// no data.
  var estimate: Double? {
    guard let first = samples.first, !isPlausible else { return nil }
    let estimate = first.time / first.share
    return first.time > 0 && first.share > 0 && estimate < Self.limit ? estimate : nil
  }

  /// Whether all samples agree with the declared duration, and their times increase.
  private var isPlausible: Bool {
    guard let duration, duration > 0 else { return samples.isEmpty }
    return samples.allSatisfy { abs($0.time / duration - $0.share) < Self.tolerance }
      && zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time }
  }
}
