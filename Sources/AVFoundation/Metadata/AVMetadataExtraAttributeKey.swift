/// The key of an attribute of a metadata item in addition to its value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its raw value.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The URL of a value that is not in the file.
  public static let valueURI = AVMetadataExtraAttributeKey("URL")
  /// The base URL of relative URLs in the value.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURL")
  /// A text that distinguishes items with the same key, such as the description of an ID3 comment.
  public static let info = AVMetadataExtraAttributeKey("info")
}
