/// The references to media in other files that an asset may follow.
///
/// - Note: Difference from Apple: references are never followed, whatever is set; media in other files cannot be
///   decoded.
public struct AVAssetReferenceRestrictions: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt
  /// Creates a value from its raw value.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// From a remote file to a local one.
  public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
  /// From a local file to a remote one.
  public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
  /// From one remote site to another.
  public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
  /// From one local file to another.
  public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
  /// All references.
  public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 65535)
  /// The restrictions that apply unless others are set.
  public static let defaultPolicy: AVAssetReferenceRestrictions = .forbidLocalReferenceToRemote
}
