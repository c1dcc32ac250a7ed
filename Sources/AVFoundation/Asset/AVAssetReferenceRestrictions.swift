/// Which references to media in other files an asset may follow.
///
/// - Note: Difference from Apple: none is followed, whatever is set; media that lies elsewhere cannot be decoded.
public struct AVAssetReferenceRestrictions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// From the network to this machine.
  public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
  /// From this machine to the network.
  public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
  /// From one site to another.
  public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
  /// From one file of this machine to another.
  public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
  /// All of them.
  public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 65535)
  /// What holds when nothing is said.
  public static let defaultPolicy: AVAssetReferenceRestrictions = .forbidLocalReferenceToRemote
}
