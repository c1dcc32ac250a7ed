import PlayheadBasics

/// Decoded audio in the order of its times: it may have gaps, which are played as silence. A value of one thread.
struct PCMTimeline {
  /// A part without gaps.
  private struct Part {
    /// The time of its first frame, in frames since media time zero.
    var start: Int64
    /// Interleaved samples.
    var samples: [Float]
  }

  private var parts: [Part] = []
  /// The sample rate of all parts.
  let sampleRate: Int
  /// The number of interleaved channels.
  let channelCount: Int

  /// Times are rounded by containers and by programs: a difference of less than this is none.
  private static let tolerance = 0.005

  /// Creates an empty timeline.
  init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Whether there is no audio.
  var isEmpty: Bool { parts.isEmpty }
  /// The time of the first frame.
  var start: Int64? { parts.first?.start }
  /// The time after the last frame.
  var end: Int64? { parts.last.map { $0.start + frameCount($0) } }

  private func frameCount(_ part: Part) -> Int64 { Int64(part.samples.count / channelCount) }

  /// A media time in frames, rounded.
  func frame(ofMedia nanoseconds: Int64) -> Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let part = (Double(rest) * Double(sampleRate) / 1e9).rounded()
    return seconds.multipliedSaturated(by: Int64(sampleRate)).addingSaturated(Int64(saturating: part))
  }

  /// The media time of a frame, in nanoseconds.
  func media(ofFrame frame: Int64) -> Int64 {
    let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(sampleRate))
    return seconds.multipliedSaturated(by: 1_000_000_000)
      .addingSaturated(Int64(saturating: (Double(rest) * 1e9 / Double(sampleRate)).rounded()))
  }

  /// Appends audio. What is before the end of the earlier audio is dropped.
  mutating func append(_ samples: [Float], at start: Int64) {
    guard !samples.isEmpty else { return }
    guard let end else { return parts.append(Part(start: start, samples: samples)) }
    let gap = start.subtractingSaturated(end)
    let tolerance = Int64(saturating: Self.tolerance * Double(sampleRate))
    if abs(gap) <= tolerance {
      parts[parts.count - 1].samples += samples
    } else if gap > 0 {
      parts.append(Part(start: start, samples: samples))
    } else {
      let overlap = Int(clamping: -gap).multipliedReportingOverflow(by: channelCount)
      guard !overlap.overflow, overlap.partialValue < samples.count else { return }
      parts[parts.count - 1].samples += samples[overlap.partialValue...]
    }
  }

  /// The frames from a position on: at most `count`, silence in gaps and before the first part; none after the end.
  func read(from position: Int64, count: Int) -> [Float] {
    var (position, missing, result) = (position, count, [Float]())
    for part in parts where missing > 0 {
      let end = part.start + frameCount(part)
      guard end > position else { continue }
      if part.start > position {
        let silence = Int(min(Int64(missing), part.start.subtractingSaturated(position)))
        result += repeatElement(0, count: silence * channelCount)
        position += Int64(silence)
        missing -= silence
        // The silence may be all that was requested.
        guard missing > 0 else { break }
      }
      let taken = Int(min(Int64(missing), end - position))
      let first = Int(position - part.start) * channelCount
      result += part.samples[first..<first + taken * channelCount]
      position += Int64(taken)
      missing -= taken
    }
    return result
  }

  /// The number of frames that are not silence from a position on.
  func available(from position: Int64) -> Int64 {
    parts.reduce(0) { $0 + max(0, $1.start + frameCount($1) - max($1.start, position)) }
  }

  /// Removes the audio before a position, in large steps.
  mutating func removeAll(before position: Int64) {
    while let first = parts.first, first.start + frameCount(first) <= position { parts.removeFirst() }
    guard let first = parts.first, position - first.start > Int64(sampleRate) else { return }
    parts[0].samples.removeFirst(Int(position - first.start) * channelCount)
    parts[0].start = position
  }

  /// Removes the audio from a position on.
  mutating func removeAll(from position: Int64) {
    while let last = parts.last, last.start >= position { parts.removeLast() }
    guard let last = parts.last, last.start + frameCount(last) > position else { return }
    parts[parts.count - 1].samples.removeLast(Int(last.start + frameCount(last) - position) * channelCount)
  }
}
