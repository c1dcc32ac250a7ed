extension AVAssetImageGenerator {
  /// The part of the encoded frame that an image shows.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    /// The name of the mode.
    public let rawValue: String
    /// Creates a mode with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The clean aperture of MP4 and QuickTime files in whole pixels, or the whole frame if none is declared, with
    /// square pixels.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// The whole frame, with square pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// The whole frame with its pixels as encoded, regardless of the pixel aspect ratio.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// The conversion of high dynamic range frames.
  public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
    /// The name of the policy.
    public let rawValue: String
    /// Creates a policy with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Images with standard dynamic range: PQ and HLG are tone-mapped to sRGB, with the curve of Rec. ITU-R BT.2390 and
    /// graphics white at 203 cd/m².
    public static let forceSDR = DynamicRangePolicy(rawValue: "ForceSDR")
    /// Images in the dynamic range of the track: PQ and HLG images have 16 bits per component and the matching colour
    /// space.
    public static let matchSource = DynamicRangePolicy(rawValue: "MatchSource")
  }

  /// The result of one of several images.
  public enum Result: Int, Sendable {
    /// The image was generated.
    case succeeded = 0
    /// The image could not be generated; the error has the cause.
    case failed = 1
    /// `cancelAllCGImageGeneration()` was called.
    case cancelled = 2
  }
}

/// Receives one of several images: the requested time, the image or nil, the presentation time of its frame (invalid
/// without an image), the result, and the error of a failure.
public typealias AVAssetImageGeneratorCompletionHandler = (
  CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?
) -> Void
