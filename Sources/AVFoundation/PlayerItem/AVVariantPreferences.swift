/// Variants of a stream that are chosen only if the program asks for them.
public struct AVVariantPreferences: OptionSet, Sendable {
  /// The preferences as bits.
  public let rawValue: UInt
  /// Creates preferences of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Variants with lossless audio (`alac`, `fLaC`), as the throughput permits.
  public static var scalabilityToLosslessAudio: AVVariantPreferences { AVVariantPreferences(rawValue: 1) }
}
