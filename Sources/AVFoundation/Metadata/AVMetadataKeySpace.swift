/// The key space of metadata keys.
///
/// Vorbis comments have the key space `vorb`, Matroska tags `mkv `, iTunes long-form keys `itlk`, session data of
/// streams `lsdt`.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its raw value.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Keys common to several formats.
  public static let common = AVMetadataKeySpace("comn")
  /// User data of QuickTime movies.
  public static let quickTimeUserData = AVMetadataKeySpace("udta")
  /// User data of ISO base media files.
  public static let isoUserData = AVMetadataKeySpace("uiso")
  /// QuickTime metadata: keys in reverse domain notation.
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  /// iTunes metadata in MP4 files.
  public static let iTunes = AVMetadataKeySpace("itsk")
  /// Frames of ID3 tags.
  public static let id3 = AVMetadataKeySpace("org.id3")
  /// In-stream metadata of internet radio (ICY).
  public static let icy = AVMetadataKeySpace("icy ")
  /// The information chunks of WAV, AIFF and other audio files.
  public static let audioFile = AVMetadataKeySpace("caaf")
  /// Date ranges of HLS playlists.
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")

  /// Session data of HLS playlists.
  static let hlsSessionData = AVMetadataKeySpace("lsdt")
  /// Vorbis comments of FLAC and Ogg files.
  static let vorbis = AVMetadataKeySpace("vorb")
  /// Tags of Matroska files.
  static let matroska = AVMetadataKeySpace("mkv ")
  /// iTunes long-form keys, which are not atoms.
  static let iTunesLongForm = AVMetadataKeySpace("itlk")

  /// The prefix of identifiers.
  var prefix: String {
    switch self {
    case .common: "common"
    case .id3: "id3"
    case .icy: "icy"
    case .matroska: "mkv"
    default: rawValue
    }
  }

  init(prefix: String) {
    let named: [AVMetadataKeySpace] = [.common, .id3, .icy, .matroska]
    self = named.first { $0.prefix == prefix } ?? AVMetadataKeySpace(prefix)
  }

  /// Whether keys are atoms: four-character codes, represented as numbers.
  var hasAtoms: Bool { [.iTunes, .quickTimeUserData, .isoUserData].contains(self) }
}
