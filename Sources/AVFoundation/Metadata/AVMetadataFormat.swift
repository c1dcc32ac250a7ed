/// The format of metadata in a container.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// User data of QuickTime movies.
  public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
  /// User data of ISO base media files.
  public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")
  /// QuickTime metadata.
  public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
  /// iTunes metadata.
  public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
  /// ID3 tags.
  public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
  /// HLS playlists.
  public static let hlsMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.HLS")
  /// Any other format.
  public static let unknown = AVMetadataFormat(rawValue: "public.unknown")

  /// Vorbis comments.
  static let vorbis = AVMetadataFormat(rawValue: "org.xiph.vorbis-comment")
  /// Matroska tags.
  static let matroska = AVMetadataFormat(rawValue: "org.matroska")

  init(_ keySpace: AVMetadataKeySpace?) {
    self =
      switch keySpace {
      case .iTunes?, .iTunesLongForm?: .iTunesMetadata
      case .quickTimeUserData?: .quickTimeUserData
      case .quickTimeMetadata?: .quickTimeMetadata
      case .isoUserData?: .isoUserData
      case .id3?: .id3Metadata
      case .vorbis?: .vorbis
      case .matroska?: .matroska
      case .hlsDateRange?: .hlsMetadata
      default: .unknown
      }
  }
}
