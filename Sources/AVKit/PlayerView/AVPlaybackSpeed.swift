import Foundation
import PlayheadBasics

/// A playback speed that a player view offers in its menu.
open class AVPlaybackSpeed: NSObject, @unchecked Sendable {
  // Sendable: constants only; subclasses must ensure the same.

  /// The speeds of a new view: half, normal, one and a quarter, one and a half, double.
  open class var systemDefaultSpeeds: [AVPlaybackSpeed] {
    [0.5, 1, 1.25, 1.5, 2].map { AVPlaybackSpeed(rate: $0, localizedName: "") }
  }

  /// The playback rate, relative to normal speed.
  open var rate: Float { storedRate }
  /// The value of `rate`.
  private let storedRate: Float
  /// The title in the menu.
  open var localizedName: String { storedLocalizedName }
  /// The value of `localizedName`.
  private let storedLocalizedName: String

  /// Creates a speed. Without a name its number is the title.
  public init(rate: Float, localizedName: String) {
    storedRate = rate
    storedLocalizedName = localizedName.isEmpty ? Self.number(rate) : localizedName
  }

  /// The rate as a number with a multiplication sign: `1.25×`.
  open var localizedNumericName: String { Self.number(rate) }

  /// At most two decimal digits, without trailing zeros.
  static func number(_ rate: Float) -> String {
    let hundredths = Int(saturating: (Double(rate) * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "−" : "")\(whole)\(digits)×"
  }
}
