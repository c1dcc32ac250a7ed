import AVFoundation

/// Conversions between times and GTK's microseconds.
enum PlayerTime {
  private static let timescale: CMTimeScale = 1_000_000

  /// Microseconds, rounded up: the time of a frame that lies between two of them must not become one of the frame
  /// before. Nil for times that are not numbers.
  static func microseconds(_ time: CMTime) -> Int64? {
    guard time.isNumeric else { return nil }
    let converted = time.convertScale(timescale, method: .roundTowardPositiveInfinity)
    return converted.isNumeric ? max(0, converted.value) : nil
  }

  /// A time from microseconds; zero for negative ones.
  static func time(microseconds: Int64) -> CMTime { CMTime(value: max(0, microseconds), timescale: timescale) }
}
