extension AVAudioSession {
  /// The purpose of a program's audio.
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Non-essential audio that mixes with other audio.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Non-essential audio that silences other audio: the default.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Essential audio, as in media players.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Simultaneous recording and playback, as in calls.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several devices at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// The specific use of audio within a category.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No specific use.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// Voice calls.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// Voice chat in games.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// Video recording.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measurement with minimal signal processing.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Playback of movies.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Video calls.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Continuous spoken audio, such as podcasts.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Spoken prompts, such as navigation directions.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// The options of a category.
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Mix with the audio of other programs.
    public static var mixWithOthers: CategoryOptions { CategoryOptions(rawValue: 1) }
    /// Lower the volume of other programs.
    public static var duckOthers: CategoryOptions { CategoryOptions(rawValue: 2) }
    /// Allow Bluetooth hands-free devices.
    public static var allowBluetooth: CategoryOptions { CategoryOptions(rawValue: 4) }
    /// Use the speaker by default.
    public static var defaultToSpeaker: CategoryOptions { CategoryOptions(rawValue: 8) }
    /// Interrupt spoken audio of other programs and mix with the rest.
    public static var interruptSpokenAudioAndMixWithOthers: CategoryOptions { CategoryOptions(rawValue: 17) }
    /// Allow Bluetooth A2DP devices.
    public static var allowBluetoothA2DP: CategoryOptions { CategoryOptions(rawValue: 32) }
    /// Allow AirPlay devices.
    public static var allowAirPlay: CategoryOptions { CategoryOptions(rawValue: 64) }
    /// Keep playing while the microphone is muted by the system.
    public static var overrideMutedMicrophoneInterruption: CategoryOptions { CategoryOptions(rawValue: 128) }
  }

  /// The options of activation and deactivation.
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notify other programs, so that they can resume their audio.
    public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
  }

  /// The sharing of a route with other programs.
  public enum RouteSharingPolicy: UInt, Sendable {
    case `default` = 0
    case longFormAudio = 1
    case independent = 2
    case longFormVideo = 3
  }

  /// The type of a device.
  public struct Port: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let lineIn = Port(rawValue: "LineIn")
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    public static let lineOut = Port(rawValue: "LineOut")
    public static let headphones = Port(rawValue: "Headphones")
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    public static let builtInReceiver = Port(rawValue: "Receiver")
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    public static let HDMI = Port(rawValue: "HDMIOutput")
    public static let airPlay = Port(rawValue: "AirPlay")
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    public static let usbAudio = Port(rawValue: "USBAudio")
    public static let carAudio = Port(rawValue: "CarAudio")
    public static let virtual = Port(rawValue: "Virtual")
    public static let PCI = Port(rawValue: "PCI")
    public static let fireWire = Port(rawValue: "FireWire")
    public static let displayPort = Port(rawValue: "DisplayPort")
    public static let AVB = Port(rawValue: "AVB")
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }
}
