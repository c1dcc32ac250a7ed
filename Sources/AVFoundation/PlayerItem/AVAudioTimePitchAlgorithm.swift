import PlayheadMedia
import Synchronization

/// The algorithm for playback at rates other than 1.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Time domain: cheap, suited to speech. Preserves the pitch.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// Frequency domain: more expensive, suited to music. Preserves the pitch.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// Resampling: the pitch changes with the rate.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// The former default of Apple's systems: same as `timeDomain`.
  @available(*, deprecated, message: "Use timeDomain")
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")

  var algorithm: PitchAlgorithm {
    switch self {
    case .spectral: .spectral
    case .varispeed: .varispeed
    default: .timeDomain
    }
  }
}
