import Foundation
import PlayheadBasics

/// A speed that a player view offers in its menu.
open class AVPlaybackSpeed: NSObject, @unchecked Sendable {
  // Sendable: constants only; subclasses of users promise the same.

  /// The speeds of a new view: half, normal, one and a quarter, one and a half, double.
  open class var systemDefaultSpeeds: [AVPlaybackSpeed] {
    [0.5, 1, 1.25, 1.5, 2].map { AVPlaybackSpeed(rate: $0, localizedName: "") }
  }

  /// The rate that playing goes on with.
  public let rate: Float
  /// What the menu calls it.
  public let localizedName: String

  /// Makes a speed. Without a name it is called by its number.
  public init(rate: Float, localizedName: String) {
    self.rate = rate
    self.localizedName = localizedName.isEmpty ? Self.number(rate) : localizedName
  }

  /// The rate as a number with a sign for "times": `1.25×`.
  open var localizedNumericName: String { Self.number(rate) }

  /// Two digits after the point at most, none that say nothing.
  static func number(_ rate: Float) -> String {
    let hundredths = Int(saturating: (Double(rate) * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "−" : "")\(whole)\(digits)×"
  }
}
