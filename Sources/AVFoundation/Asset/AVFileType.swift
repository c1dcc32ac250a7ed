/// What kind of file something is: a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// A QuickTime movie.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MP4.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// MP4 with pictures, as iTunes names it.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// MP4 with sound only.
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
  /// Speech, Adaptive Multi-Rate.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// MPEG audio, layer 3.
  public static let mp3 = AVFileType("public.mp3")
  /// Sun audio.
  public static let au = AVFileType("public.au-audio")
  /// AC-3.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// Enhanced AC-3.
  public static let eac3 = AVFileType("public.enhanced-ac3-audio")
  /// A JPEG picture.
  public static let jpg = AVFileType("public.jpeg")
  /// A DNG picture.
  public static let dng = AVFileType("com.adobe.raw-image")
  /// An HEVC picture.
  public static let heic = AVFileType("public.heic")
  /// An H.264 picture.
  public static let avci = AVFileType("public.avci")
  /// A HEIF picture.
  public static let heif = AVFileType("public.heif")
  /// A TIFF picture.
  public static let tif = AVFileType("public.tiff")
  /// Timed text of iTunes.
  public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
  /// Scenarist closed captions.
  public static let SCC = AVFileType("com.scenarist.closed-caption")

  // Kinds that Apple's systems do not play and this one does; their names are those of Apple's uniform types.
  static let flac = AVFileType("org.xiph.flac")
  static let ogg = AVFileType("org.xiph.ogg-audio")
  static let matroska = AVFileType("org.matroska.mkv")
  static let webm = AVFileType("org.webmproject.webm")
  static let transportStream = AVFileType("public.mpeg-2-transport-stream")
  static let avi = AVFileType("public.avi")
  static let adts = AVFileType("public.aac-audio")
  static let mpeg = AVFileType("public.mpeg")
}
