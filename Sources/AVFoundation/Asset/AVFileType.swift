/// A file type, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its raw value.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// A QuickTime movie.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MP4.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// MP4 video, as named by iTunes.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// MP4 audio.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// 3GPP.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// 3GPP2.
  public static let mobile3GPP2 = AVFileType("public.3gpp2")
  /// Apple's Core Audio Format.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// WAV.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = AVFileType("public.aiff-audio")
  /// AIFF with compression.
  public static let aifc = AVFileType("public.aifc-audio")
  /// Adaptive Multi-Rate speech.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// MPEG audio, layer 3.
  public static let mp3 = AVFileType("public.mp3")
  /// Sun audio.
  public static let au = AVFileType("public.au-audio")
  /// AC-3.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// Enhanced AC-3.
  public static let eac3 = AVFileType("public.enhanced-ac3-audio")
  /// A JPEG image.
  public static let jpg = AVFileType("public.jpeg")
  /// A DNG image.
  public static let dng = AVFileType("com.adobe.raw-image")
  /// An HEVC image.
  public static let heic = AVFileType("public.heic")
  /// An H.264 image.
  public static let avci = AVFileType("public.avci")
  /// A HEIF image.
  public static let heif = AVFileType("public.heif")
  /// A TIFF image.
  public static let tif = AVFileType("public.tiff")
  /// iTunes Timed Text.
  public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
  /// Scenarist closed captions.
  public static let SCC = AVFileType("com.scenarist.closed-caption")

  // File types that Apple's systems do not play and Playhead does, under Apple's uniform type identifiers.
  static let flac = AVFileType("org.xiph.flac")
  static let ogg = AVFileType("org.xiph.ogg-audio")
  static let matroska = AVFileType("org.matroska.mkv")
  static let webm = AVFileType("org.webmproject.webm")
  static let transportStream = AVFileType("public.mpeg-2-transport-stream")
  static let avi = AVFileType("public.avi")
  static let adts = AVFileType("public.aac-audio")
  static let mpeg = AVFileType("public.mpeg")
}
