import PlayheadBasics

/// Counts pictures as a film's time code does: hours, minutes, seconds and pictures (SMPTE ST 12-1).
struct Timecode: Equatable {
  /// The number of the film's first picture, from midnight on.
  private let first: Int
  /// Pictures a second.
  private let rate: Double
  /// Numbers a second: the next whole number to the rate.
  private let nominal: Int
  /// How many numbers are left out at the beginning of every minute but each tenth, so that the code of 29.97 pictures a second keeps
  /// up with the clock.
  private let dropped: Int

  /// - Parameters:
  ///   - text: Of the first picture, such as `01:00:00:00`; a semicolon or a point before the pictures means that numbers are left out.
  ///   - frameRate: Pictures a second.
  /// - Returns: nil for what is no time code.
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

  /// The code of the picture that is shown at a moment of the film, in seconds from its start.
  func text(at seconds: Double) -> String {
    // Times are rounded to the container's units: a picture that begins a hair early is that picture all the same.
    let played = Int(saturating: (max(0, min(1e6, seconds)) * rate + 0.01).rounded(.down))
    let perTenMinutes = nominal * 600 - dropped * 9
    let perDay = perTenMinutes * 144
    var number = (first + played) % perDay
    if dropped > 0 {
      // Back to the number that would be shown if none had been left out.
      let (tens, rest) = number.quotientAndRemainder(dividingBy: perTenMinutes)
      let minutes = rest < nominal * 60 ? 0 : (rest - dropped) / (nominal * 60 - dropped)
      number += dropped * (tens * 9 + minutes)
    }
    let (whole, pictures) = number.quotientAndRemainder(dividingBy: nominal)
    let parts = [whole / 3600, whole / 60 % 60, whole % 60].map(Self.padded).joined(separator: ":")
    return parts + (dropped > 0 ? ";" : ":") + Self.padded(pictures)
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
