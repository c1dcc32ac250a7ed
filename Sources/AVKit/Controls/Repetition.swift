/// The repeated range: the whole item, a part of it, or nothing.
///
/// ```
///   no part ── start set ── end set: repeats ── no part
/// ```
struct Repetition: Equatable {
  /// Whether the whole item repeats. A part takes precedence over it.
  var repeatsAll = false
  /// Seconds.
  private(set) var start: Double?
  /// The end of the part in seconds; nil while only the start is set.
  private(set) var end: Double?

  /// Whether the item or a part of it repeats.
  var isActive: Bool {
    if let start, let end, end > start { return true }
    return repeatsAll
  }

  /// Creates a repetition without a part.
  init(repeatsAll: Bool = false) { self.repeatsAll = repeatsAll }

  /// Sets the start of the range, then its end, then clears both, for a single key.
  mutating func togglePart(at seconds: Double) {
    switch (start, end) {
    case (nil, _): start = seconds
    case (let first?, nil): (start, end) = (min(first, seconds), max(first, seconds))
    default: (start, end) = (nil, nil)
    }
  }

  /// The position in seconds to restart from once the repeated range has ended; nil before that.
  func restart(at seconds: Double, duration: Double?) -> Double? {
    if let start, let end, end > start { return seconds >= end ? start : nil }
    guard repeatsAll, let duration, duration > 0, seconds >= duration else { return nil }
    return 0
  }
}
