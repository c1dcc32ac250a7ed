import PlayheadFFmpeg

/// How sound is made faster or slower.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The waveform is cut and joined; cheap, and best for speech. The pitch stays.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The spectrum is moved; costs more, and is best for music. The pitch stays.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// As a tape that runs faster: the pitch rises with the rate.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// The name of what older systems had by default: `timeDomain`, which is as quick.
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
  /// How its sound is made faster and slower: `timeDomain` unless set. Heard within a quarter of a second.
  nonisolated public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock { $0.pitchAlgorithm } }
    set {
      state.withLock { $0.pitchAlgorithm = newValue }
      engineItem.pitchAlgorithm = newValue.algorithm
    }
  }

  /// The item's time as a timebase that others can be moved by; nil before a player has opened it. It shows what is really played: its
  /// rate is 0 while the player waits. It cannot be changed by programs.
  nonisolated public var timebase: CMTimebase? { engineItem.timebase }
}
