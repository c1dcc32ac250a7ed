/// The media type of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its raw value.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Video.
  public static let video = AVMediaType("vide")
  /// Audio.
  public static let audio = AVMediaType("soun")
  /// Text other than subtitles, such as chapter titles.
  public static let text = AVMediaType("text")
  /// Closed captions (CEA-608 and CEA-708).
  public static let closedCaption = AVMediaType("clcp")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Timecode of frames: hours, minutes, seconds and frames.
  public static let timecode = AVMediaType("tmcd")
  /// Timed metadata.
  public static let metadata = AVMediaType("meta")
  /// Several media types multiplexed in one track.
  public static let muxed = AVMediaType("muxx")
  /// Haptics.
  public static let haptic = AVMediaType("hapt")
  /// Depth data.
  public static let depthData = AVMediaType("dpth")
  /// Auxiliary pictures that accompany a video track.
  public static let auxiliaryPicture = AVMediaType("auxv")
}
