import PlayheadFFmpeg

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

extension AVPlayerItem {
  /// The time pitch algorithm of the item's audio: `timeDomain` by default. A change is audible within a quarter of a
  /// second.
  nonisolated public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock { $0.pitchAlgorithm } }
    set {
      state.withLock { $0.pitchAlgorithm = newValue }
      engineItem.pitchAlgorithm = newValue.algorithm
    }
  }

  /// The item's timebase; nil before a player has opened the item. It follows actual playback: its rate is 0 while the
  /// player waits. Clients cannot change it.
  nonisolated public var timebase: CMTimebase? { engineItem.timebase }
}
