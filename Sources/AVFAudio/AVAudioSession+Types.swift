extension AVAudioSession {
  /// The purpose of a program's audio.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
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
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
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
    /// The raw value.
    public let rawValue: UInt
    /// Creates a value from its raw value.
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
    /// The raw value.
    public let rawValue: UInt
    /// Creates a value from its raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notify other programs, so that they can resume their audio.
    public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
  }

  /// The sharing of a route with other programs.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The default of the category.
    case `default` = 0
    /// The system's route for long-form audio.
    case longFormAudio = 1
    /// A route managed by the program.
    case independent = 2
    /// The system's route for long-form video.
    case longFormVideo = 3
  }

  /// The type of a device.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Line input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// The built-in microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// A microphone of another Apple device.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// Line output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Wired headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// A Bluetooth A2DP device.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The receiver of a telephone.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// The built-in speaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// HDMI output.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// An AirPlay receiver.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A Bluetooth Low Energy device.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A Bluetooth hands-free device.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A USB audio device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// The audio system of a car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A virtual device.
    public static let virtual = Port(rawValue: "Virtual")
    /// A PCI device.
    public static let PCI = Port(rawValue: "PCI")
    /// A FireWire device.
    public static let fireWire = Port(rawValue: "FireWire")
    /// DisplayPort output.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// An Audio Video Bridging device.
    public static let AVB = Port(rawValue: "AVB")
    /// A Thunderbolt device.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }
}
