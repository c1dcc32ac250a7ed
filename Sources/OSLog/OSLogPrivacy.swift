/// Whether an interpolated value appears in logs that other people may read.
///
/// A private value appears as `<private>` in the journal, and in full on a terminal.
public struct OSLogPrivacy: Sendable, Equatable {
  /// How a private value is replaced.
  public enum Mask: Sendable, Equatable {
    /// By a number that is equal for equal values within one run of the program, so that log lines can be correlated.
    case hash
    /// By `<private>`.
    case none
  }

  enum Visibility: Sendable { case automatic, visible, hidden, sensitive }

  let visibility: Visibility
  let mask: Mask

  /// Numbers and Boolean values are public; strings, objects and other values are private.
  public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .automatic, mask: .none) }

  /// The value is shown everywhere.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .visible, mask: .none) }

  /// The value is shown on a terminal only.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: .none) }

  /// The value is shown nowhere, not on a terminal either.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: .none) }

  /// As `auto`, with a mask for values that are private.
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .automatic, mask: mask) }

  /// As `private`, with a mask.
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }

  /// As `sensitive`, with a mask.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }

  /// The text that stands for `text` in a log.
  ///
  /// - Parameters:
  ///   - isScalar: Whether the value is a number or a Boolean value.
  ///   - showsPrivate: Whether the log is one that only the user of the program reads.
  func shown(_ text: String, isScalar: Bool, showsPrivate: Bool) -> String {
    switch visibility {
    case .visible: return text
    case .automatic where isScalar || showsPrivate: return text
    case .hidden where showsPrivate: return text
    default:
      // Swift seeds its hashes anew in each process: the number tells equal values, not the value.
      return mask == .hash ? "<mask.hash: \(String(UInt(bitPattern: text.hashValue), radix: 16))>" : "<private>"
    }
  }
}
