extension AVAssetImageGenerator {
  /// Which part of the stored picture an image shows.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    /// The name of the mode.
    public let rawValue: String
    /// A mode by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The part that is meant to be seen, with square pixels: the clean aperture of MP4 and QuickTime files, in whole pixels, and
    /// all of the picture where there is none.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// The whole picture, with square pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// The whole picture with its pixels as they are stored, whatever their shape.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// What becomes of pictures of high dynamic range.
  public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
    /// The name of the policy.
    public let rawValue: String
    /// A policy by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Images of standard range: PQ and HLG are brought down to sRGB, by the curve of Rec. ITU-R BT.2390 with graphics white at
    /// 203 cd/m².
    public static let forceSDR = DynamicRangePolicy(rawValue: "ForceSDR")
    /// Images as the track has them: PQ and HLG come with 16 bits a component, in the space that their colour space names.
    public static let matchSource = DynamicRangePolicy(rawValue: "MatchSource")
  }

  /// What became of one of several images.
  public enum Result: Int, Sendable {
    /// Here it is.
    case succeeded = 0
    /// It cannot be had; the error says why.
    case failed = 1
    /// Somebody called `cancelAllCGImageGeneration()`.
    case cancelled = 2
  }
}

/// Receives one of several images: the time that was asked for, the image if there is one, when its picture begins to be seen
/// (invalid without an image), what became of it, and the error if it failed.
public typealias AVAssetImageGeneratorCompletionHandler = (
  CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?
) -> Void
