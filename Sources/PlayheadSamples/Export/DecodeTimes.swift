import CoreMedia

/// Completes the decode times of the packets of a track: containers such as Matroska store presentation times only, and
/// libavformat cannot tell those of the first reordered frames.
///
///     presentation   0  4  2  1  3  8  6
///     known          -  -  0  1  2  3  4
///     completed     -2 -1  0  1  2  3  4
///
/// A value of one thread.
struct DecodeTimes {
  /// The times of a packet; invalid where they are unknown. The duration is zero if it is unknown.
  struct Entry {
    var presentation: CMTime
    var decode: CMTime
    var duration: CMTime
  }

  /// Whether packets may be stored in another order than they are presented in.
  private let isReordered: Bool
  /// The packets before the first known decode time.
  private var waiting: [Entry] = []
  private var last: CMTime?

  /// More packets than any codec reorders.
  private static let limit = 64

  /// No packets yet.
  init(isReordered: Bool) { self.isReordered = isReordered }

  /// Adds a packet. Returns the decode times that are known now, of the packets in the order in which they were added.
  mutating func add(_ entry: Entry) -> [CMTime] {
    guard isReordered else { return [entry.decode.isNumeric ? entry.decode : entry.presentation] }
    if entry.decode.isNumeric {
      let step = step(with: entry)
      let count = Int32(clamping: waiting.count)
      let before = waiting.indices.map { index in
        entry.decode - CMTimeMultiply(step, multiplier: count - Int32(clamping: index))
      }
      (waiting, last) = ([], entry.decode)
      return before + [entry.decode]
    }
    if let last {
      let next = last + (entry.duration > .zero ? entry.duration : .zero)
      let time = entry.presentation.isNumeric ? min(next, entry.presentation) : next
      self.last = max(last, time)
      return [time]
    }
    waiting.append(entry)
    return waiting.count < Self.limit ? [] : finish()
  }

  /// The decode times of the packets that wait for a known one: the presentation times in ascending order, so much
  /// earlier that none is after its presentation.
  mutating func finish() -> [CMTime] {
    let sorted = waiting.map { $0.presentation.isNumeric ? $0.presentation : .zero }.sorted()
    var delay = CMTime.zero
    for (time, entry) in zip(sorted, waiting) where entry.presentation.isNumeric {
      delay = max(delay, time - entry.presentation)
    }
    let times = sorted.map { $0 - delay }
    if let end = times.last { last = end }
    waiting = []
    return times
  }

  /// The distance of two frames.
  private func step(with entry: Entry) -> CMTime {
    let known = (waiting + [entry]).map(\.duration).filter { $0.isNumeric && $0 > .zero }
    if let shortest = known.min() { return shortest }
    let times = (waiting + [entry]).map(\.presentation).filter(\.isNumeric).sorted()
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > .zero }
    return steps.min() ?? CMTime(value: 1, timescale: 1000)
  }
}
