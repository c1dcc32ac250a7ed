/// The vocabulary that the key of a metadata item belongs to.
///
/// Vorbis comments have the key space `vorb`, Matroska tags `mkv `, iTunes' own long names `itlk`, session data of streams `lsdt`.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Keys that stand for those of several formats.
  public static let common = AVMetadataKeySpace("comn")
  /// User data of QuickTime movies.
  public static let quickTimeUserData = AVMetadataKeySpace("udta")
  /// User data of ISO base media files.
  public static let isoUserData = AVMetadataKeySpace("uiso")
  /// QuickTime metadata: names in reverse domain notation.
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  /// iTunes' list in MP4 files.
  public static let iTunes = AVMetadataKeySpace("itsk")
  /// Frames of ID3 tags.
  public static let id3 = AVMetadataKeySpace("org.id3")
  /// What internet radio sends between the sound.
  public static let icy = AVMetadataKeySpace("icy ")
  /// The information of WAV, AIFF and other files of sound.
  public static let audioFile = AVMetadataKeySpace("caaf")
  /// Date ranges of HLS playlists.
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")

  /// Session data of HLS playlists.
  static let hlsSessionData = AVMetadataKeySpace("lsdt")
  /// Vorbis comments of FLAC and Ogg files.
  static let vorbis = AVMetadataKeySpace("vorb")
  /// Tags of Matroska files.
  static let matroska = AVMetadataKeySpace("mkv ")
  /// iTunes' list again, for names that are no atoms.
  static let iTunesLongForm = AVMetadataKeySpace("itlk")

  /// How identifiers begin.
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

  /// Whether keys are atoms: four characters, given as a number.
  var hasAtoms: Bool { [.iTunes, .quickTimeUserData, .isoUserData].contains(self) }
}
