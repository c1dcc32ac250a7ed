/// Whether a duration fits the times that were found at some places of a file. Pure.
///
/// Data rates vary, but not so much that a third of a file holds nearly all or nearly nothing of its time.
struct DurationPlausibility {
  struct Sample: Equatable {
    /// The place in the file, from 0 to 1.
    var share: Double
    /// Seconds from the beginning.
    var time: Double
  }

  /// The container's own duration in seconds.
  var duration: Double?
  /// In the order of the file.
  var samples: [Sample]

  /// By how much of the duration a time may differ from its share of the file.
  static let tolerance = 0.25
  private static let limit = 1e9

  /// The duration that the data rate of the first part suggests; nil if the container's own is plausible, or nothing else is known.
  var estimate: Double? {
    guard let first = samples.first, !isPlausible else { return nil }
    let estimate = first.time / first.share
    return first.time > 0 && first.share > 0 && estimate < Self.limit ? estimate : nil
  }

  private var isPlausible: Bool {
    guard let duration, duration > 0 else { return samples.isEmpty }
    return samples.allSatisfy { abs($0.time / duration - $0.share) < Self.tolerance }
      && zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time }
  }
}
