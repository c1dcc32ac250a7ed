import CoreMedia

/// The cadence of film in interlaced video: four frames of 24000/1001 fps in five of 30000/1001 fps, on the grid of a
/// track's frame times. Pure.
///
///     film      A   B    C    D
///     fields    AA  BBB  CC   DDD
///     frames    AA  BB   BC   CD   DD
///     matched   AA  BB   CC   CC   DD     each with the field of a neighbour that completes it
///     shown     A    B     C    D         one of the five repeats another
///
/// A cycle is five frames whose numbers since the beginning of the track begin with a multiple of five. Everything that
/// is decided depends on a cycle and the few frames around it, so that frames and times are the same on every way to
/// them.
package struct TelecineCadence: Sendable, Equatable {
  /// The time of the track's first frame.
  package let origin: CMTime

  /// The duration of an interlaced frame.
  package static let frameDuration = CMTime(value: 1001, timescale: 30000)
  /// The number of interlaced frames in a cycle.
  package static let cycleLength = 5
  /// The time before and after a frame in which other frames are needed for it, twice the length of a cycle: its cycle,
  /// whose phase is arbitrary, two frames of delay in the filters, and one that is compared.
  package static let context = CMTime(value: 10010, timescale: 30000)

  /// Creates the cadence of a track; nil if its frame rate is not that of telecined video. `frameDuration`: the
  /// duration of its frames, or of its fields.
  package init?(origin: CMTime, frameDuration: CMTime) {
    guard origin.isNumeric, Self.isCandidate(frameDuration: frameDuration) else { return nil }
    self.origin = origin
  }

  /// Whether a track with this frame duration may be telecined. Containers round durations, and some
  /// declare the rate of fields.
  package static func isCandidate(frameDuration: CMTime) -> Bool {
    guard frameDuration.isNumeric else { return false }
    let ratio = frameDuration.seconds / Self.frameDuration.seconds
    return [1, 0.5].contains { abs(ratio / $0 - 1) < 0.004 }
  }

  /// The number of a frame since the beginning of the track; nil for a time that is not numeric or out of range.
  package func number(of time: CMTime) -> Int? {
    guard time.isNumeric else { return nil }
    let number = ((time - origin).seconds / Self.frameDuration.seconds).rounded()
    return abs(number) < 1e12 ? Int(exactly: number) : nil
  }
}

/// Frames of one cycle, in presentation order, and the decision which of them are shown at which times. Pure.
package struct TelecineCycle: Sendable {
  /// A frame whose fields were matched.
  package struct Frame: Sendable, Equatable {
    /// The presentation time.
    package var time: CMTime
    /// The duration.
    package var duration: CMTime
    /// The number since the beginning of the track; nil if unknown.
    package var number: Int?
    /// The largest difference from the frame before, in levels a sample; nil if there is none to compare.
    package var difference: Double?
    /// Whether the decoder has flagged the frame as interlaced.
    package var isInterlaced: Bool

    /// Describes a frame.
    package init(time: CMTime, duration: CMTime, number: Int?, difference: Double?, isInterlaced: Bool) {
      self.time = time
      self.duration = duration
      self.number = number
      self.difference = difference
      self.isInterlaced = isInterlaced
    }
  }

  /// A frame that is shown.
  package struct Shown: Sendable, Equatable {
    /// The index of the frame in the cycle.
    package var index: Int
    /// The time at which it is shown.
    package var time: CMTime
    /// The duration.
    package var duration: CMTime

    /// Describes a shown frame.
    package init(index: Int, time: CMTime, duration: CMTime) {
      self.index = index
      self.time = time
      self.duration = duration
    }
  }

  /// The frames so far.
  package private(set) var frames: [Frame] = []

  /// The largest difference of a repetition, which was encoded anew, in levels a sample. That of libavfilter's
  /// `decimate`: a hundredth of the range.
  private static let repetitionLimit = 2.8

  /// Creates an empty cycle.
  package init() {}

  /// Whether all frames of the cycle are there.
  package var isComplete: Bool {
    frames.last?.number.map { Self.position($0) == TelecineCadence.cycleLength - 1 } ?? false
  }

  /// Whether a frame follows in this cycle. False for one of another cycle, and after a gap or a repeated number.
  package func continues(with frame: Frame) -> Bool {
    guard let last = frames.last else { return true }
    guard let number = frame.number, let lastNumber = last.number else { return false }
    return number == lastNumber + 1 && Self.position(number) != 0
  }

  /// Appends a frame that continues the cycle.
  package mutating func append(_ frame: Frame) { frames.append(frame) }

  /// The frames to show. One of five interlaced frames that repeats the one before is left out, and the others follow
  /// each other evenly. Frames of an incomplete cycle, progressive ones, and interlaced video that was not film are
  /// shown as they are.
  package var shown: [Shown] {
    guard let first = frames.first, let repetition else {
      return frames.enumerated().map { Shown(index: $0, time: $1.time, duration: $1.duration) }
    }
    let duration = CMTime(
      value: TelecineCadence.frameDuration.value * Int64(TelecineCadence.cycleLength),
      timescale: TelecineCadence.frameDuration.timescale * Int32(TelecineCadence.cycleLength - 1))
    return frames.indices.filter { $0 != repetition }.enumerated().map { position, index in
      Shown(
        index: index, time: first.time + CMTimeMultiply(duration, multiplier: Int32(position)), duration: duration)
    }
  }

  /// The index of the frame that repeats the one before; nil if there is none.
  private var repetition: Int? {
    guard frames.count == TelecineCadence.cycleLength, frames.contains(where: \.isInterlaced) else { return nil }
    let differences = frames.map { $0.difference ?? .infinity }
    guard let least = differences.min(), least < Self.repetitionLimit else { return nil }
    return differences.firstIndex(of: least)
  }

  /// The position of a frame in its cycle.
  private static func position(_ number: Int) -> Int {
    let rest = number % TelecineCadence.cycleLength
    return rest < 0 ? rest + TelecineCadence.cycleLength : rest
  }
}
