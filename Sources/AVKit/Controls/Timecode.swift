import PlayheadBasics

/// Counts frames as a SMPTE timecode: hours, minutes, seconds and frames (SMPTE ST 12-1).
struct Timecode: Equatable {
  /// The number of the first frame, counted from midnight.
  private let first: Int
  /// Frames per second.
  private let rate: Double
  /// Numbers per second: the rate rounded to an integer.
  private let nominal: Int
  /// The frame numbers skipped at the start of each minute except every tenth (drop-frame), so that the timecode of
  /// 29.97 frames per second follows the clock.
  private let dropped: Int

  /// - Parameters:
  ///   - text: The timecode of the first frame, such as `01:00:00:00`; a semicolon or point before the frames means
  ///     drop-frame.
  ///   - frameRate: Frames per second.
  /// - Returns: nil if the text is not a timecode.
  init?(_ text: String, frameRate: Double) {
    let fields = text.split(omittingEmptySubsequences: false) { ":;.".contains($0) }
    let numbers = fields.compactMap { field in
      (1...2).contains(field.count) && field.allSatisfy { ("0"..."9").contains($0) } ? Int(field) : nil
    }
    guard numbers.count == 4, fields.count == 4, frameRate.isFinite, (1...1000).contains(frameRate) else { return nil }
    let nominal = Int(saturating: frameRate.rounded())
    guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60, numbers[3] < nominal else { return nil }
    let isDropping = text.contains { $0 == ";" || $0 == "." } && nominal % 30 == 0
    dropped = isDropping ? nominal / 15 : 0
    (rate, self.nominal) = (frameRate, nominal)
    let minutes = numbers[0] * 60 + numbers[1]
    first = (minutes * 60 + numbers[2]) * nominal + numbers[3] - dropped * (minutes - minutes / 10)
  }

  /// The timecode of the frame that is shown at a position, in seconds from the start.
  func text(at seconds: Double) -> String {
    // Times are rounded to the container's timescale: a frame that begins slightly early is still that frame.
    let played = Int(saturating: (max(0, min(1e6, seconds)) * rate + 0.01).rounded(.down))
    let perTenMinutes = nominal * 600 - dropped * 9
    let perDay = perTenMinutes * 144
    var number = (first + played) % perDay
    if dropped > 0 {
      // Restores the number as if no frame numbers had been dropped.
      let (tens, rest) = number.quotientAndRemainder(dividingBy: perTenMinutes)
      let minutes = rest < nominal * 60 ? 0 : (rest - dropped) / (nominal * 60 - dropped)
      number += dropped * (tens * 9 + minutes)
    }
    let (whole, frames) = number.quotientAndRemainder(dividingBy: nominal)
    let parts = [whole / 3600, whole / 60 % 60, whole % 60].map(Self.padded).joined(separator: ":")
    return parts + (dropped > 0 ? ";" : ":") + Self.padded(frames)
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
