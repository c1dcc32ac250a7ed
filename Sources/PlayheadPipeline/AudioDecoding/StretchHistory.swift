import CoreMedia

/// The media that was stretched last: enough to render the content of the ring again when the rate changes.
///
///     media:   ─────┬──────────────┬─────────────┐
///                   │ played, or   │ rendered    │ end
///                   │ soon to be   │ again       │
///
/// Positions are media frames since the target, before stretching.
struct StretchHistory {
  /// The number of interleaved channels.
  private let channels: Int
  /// Interleaved; the last sample belongs to the frame before `end`.
  private var samples: [Float] = []
  /// The position after the last frame, in frames since the target.
  private(set) var end: Int64 = 0

  /// Creates an empty history.
  init(channels: Int) { self.channels = channels }

  /// The position of the first available frame.
  var start: Int64 { end - Int64(samples.count / channels) }

  /// Starts at another position.
  mutating func begin() {
    samples.removeAll(keepingCapacity: true)
    end = 0
  }

  /// Appends samples. At least the last `limit` frames remain.
  mutating func add(_ new: [Float], limit: Int) {
    samples += new
    end += Int64(new.count / channels)
    // Seldom, and then much at once: removing moves all samples behind.
    if samples.count > 2 * limit * channels { samples.removeFirst(samples.count - limit * channels) }
  }

  /// The samples from a frame on.
  func from(_ frame: Int64) -> [Float] { Array(samples[index(frame)...]) }

  /// At most `count` frames before a frame.
  func before(_ frame: Int64, count: Int) -> [Float] {
    Array(samples[max(0, index(frame) - count * channels)..<index(frame)])
  }

  /// The index into `samples` of a frame, limited to the available range.
  private func index(_ frame: Int64) -> Int { Int(min(max(frame, start), end) - start) * channels }
}
