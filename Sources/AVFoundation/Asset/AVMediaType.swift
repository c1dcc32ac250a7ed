/// What kind of media a track has.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = AVMediaType("vide")
  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Text that belongs to a scene, such as chapter titles.
  public static let text = AVMediaType("text")
  /// Captions coded as on television (CEA-608 and 708).
  public static let closedCaption = AVMediaType("clcp")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Labels of pictures with hours, minutes, seconds and frames.
  public static let timecode = AVMediaType("tmcd")
  /// Values that go with moments.
  public static let metadata = AVMediaType("meta")
  /// Several kinds woven into one track.
  public static let muxed = AVMediaType("muxx")
  /// Patterns for devices that can be felt.
  public static let haptic = AVMediaType("hapt")
  /// Distances from the camera.
  public static let depthData = AVMediaType("dpth")
  /// Pictures that go with those of a main video track.
  public static let auxiliaryPicture = AVMediaType("auxv")
}
