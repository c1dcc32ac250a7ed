import CoreMedia

/// The media that was made into sound last, before its speed was changed: enough to make all that waits in the ring once more.
///
///     media:   ─────┬──────────────┬─────────────┐
///                   │ heard, or    │ to be made  │ end
///                   │ soon to be   │ once more   │
struct StretchHistory {
  private let channels: Int
  private var samples: [Float] = []
  /// Frames since the target, up to behind the last one.
  private(set) var end: Int64 = 0

  init(channels: Int) { self.channels = channels }

  var start: Int64 { end - Int64(samples.count / channels) }

  /// Another place.
  mutating func begin() {
    samples.removeAll(keepingCapacity: true)
    end = 0
  }

  /// What comes next. Of what came before `limit` frames are enough.
  mutating func add(_ new: [Float], limit: Int) {
    samples += new
    end += Int64(new.count / channels)
    // Seldom, and then much at once: everything behind it has to move.
    if samples.count > 2 * limit * channels { samples.removeFirst(samples.count - limit * channels) }
  }

  /// From a frame on.
  func from(_ frame: Int64) -> [Float] { Array(samples[index(frame)...]) }

  /// As many as `count` frames before a frame.
  func before(_ frame: Int64, count: Int) -> [Float] {
    Array(samples[max(0, index(frame) - count * channels)..<index(frame)])
  }

  private func index(_ frame: Int64) -> Int { Int(min(max(frame, start), end) - start) * channels }
}
