import CoreMedia

/// The times of the two frames that the fields of an interlaced frame become at double rate. Pure.
///
///     interlaced   │ time        duration │ next
///     fields       │ first    │ second    │
///
/// They depend on the frame and the two beside it only.
package struct FieldTimes: Sendable, Equatable {
  /// The presentation time of the first field: that of the frame.
  package let first: CMTime
  /// The presentation time of the second field: the middle of the frame.
  package let second: CMTime
  /// The duration of each of the two.
  package let duration: CMTime

  /// The most durations to the next frame. Where each field has a packet of its own, the frame may have the duration of
  /// one field. A longer distance is a gap.
  private static let longest: Int32 = 2
  /// The rounding of times in containers: half a frame of 50 frames a second.
  private static let rounding = CMTime(value: 1, timescale: 100)
  /// Shorter durations are errors: a field of 60 frames a second takes 8.3 ms.
  private static let leastDuration = CMTime(value: 1, timescale: 125)
  /// Longer durations are those of whole frames: a field of 24 frames a second takes 21 ms.
  private static let longestField = CMTime(value: 1, timescale: 40)
  /// The duration of a frame if neither the stream nor the next frame gives one: that of European television.
  private static let usualDuration = CMTime(value: 1, timescale: 25)

  /// Divides the time of a frame.
  ///
  /// - Parameters:
  ///   - time: The presentation time of the frame.
  ///   - duration: The duration of the frame; zero if unknown.
  ///   - previous: The presentation time of the frame before it; nil if there is none.
  ///   - next: The presentation time of the next frame; nil if none follows.
  package init(time: CMTime, duration: CMTime, previous: CMTime? = nil, next: CMTime?) {
    let length = Self.length(from: time, duration: duration, previous: previous, next: next)
    self.duration = CMTimeMultiplyByRatio(length, multiplier: 1, divisor: 2)
    first = time
    second = time + self.duration
  }

  /// The time to the next frame, unless that is not after this one, or far behind its end. Without a next frame the
  /// time since the previous one, if the frame has the duration of one field.
  private static func length(from time: CMTime, duration: CMTime, previous: CMTime?, next: CMTime?) -> CMTime {
    let known = duration.isNumeric && duration >= leastDuration ? duration : usualDuration
    let limit = CMTimeMultiply(known, multiplier: longest) + rounding
    guard let next else {
      guard known <= longestField, let previous, previous.isNumeric, previous < time else { return known }
      let distance = time - previous
      return distance > known + rounding && distance <= limit ? distance : known
    }
    guard next.isNumeric, next > time else { return known }
    return next - time <= limit ? next - time : known
  }
}
