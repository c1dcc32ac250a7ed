/// The key of the codec of encoded video, with a value of `AVVideoCodecType`.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width of encoded video in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height of encoded video in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of a dictionary with the encoder's settings.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of the average bit rate in bits per second; among the compression properties.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The key of the quality from 0 to 1, which counts without a bit rate; among the compression properties.
public let AVVideoQualityKey = "Quality"
/// The key of the largest distance of keyframes in frames; 1 for keyframes only. Among the compression properties.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The key of a Boolean: whether frames may be stored in another order than they are displayed in. Among the
/// compression properties.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The key of the frames per second to expect; among the compression properties.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The key of the profile and level; among the compression properties.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// H.264, Baseline profile, with the level that the video needs.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264, Main profile, with the level that the video needs.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264, High profile, with the level that the video needs.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"

/// The codec of a video track.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// The four characters that name the codec in QuickTime files.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// H.264 (ITU-T H.264).
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// HEVC (ITU-T H.265).
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// Motion JPEG.
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  /// Apple ProRes 422.
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  /// Apple ProRes 422 HQ.
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  /// Apple ProRes 422 LT.
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  /// Apple ProRes 422 Proxy.
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  /// Apple ProRes 4444.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}
