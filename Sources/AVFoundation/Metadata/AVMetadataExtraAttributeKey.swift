/// What is known of a metadata item beside its value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Where the value is, if it is not in the file.
  public static let valueURI = AVMetadataExtraAttributeKey("URL")
  /// What addresses in the value are relative to.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURL")
  /// A text that tells items of one key apart, such as the description of a comment in an ID3 tag.
  public static let info = AVMetadataExtraAttributeKey("info")
}
