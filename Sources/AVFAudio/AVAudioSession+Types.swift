extension AVAudioSession {
  /// What a program does with sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that other sound may go along with, and that a program can do without.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// The same without other sound: the default.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound is what the program is for: players.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Recording and playing: calls.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several devices at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// What the sound is, more exactly.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// Details of a category.
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var mixWithOthers: CategoryOptions { CategoryOptions(rawValue: 1) }
    public static var duckOthers: CategoryOptions { CategoryOptions(rawValue: 2) }
    public static var allowBluetooth: CategoryOptions { CategoryOptions(rawValue: 4) }
    public static var defaultToSpeaker: CategoryOptions { CategoryOptions(rawValue: 8) }
    public static var interruptSpokenAudioAndMixWithOthers: CategoryOptions { CategoryOptions(rawValue: 17) }
    public static var allowBluetoothA2DP: CategoryOptions { CategoryOptions(rawValue: 32) }
    public static var allowAirPlay: CategoryOptions { CategoryOptions(rawValue: 64) }
    public static var overrideMutedMicrophoneInterruption: CategoryOptions { CategoryOptions(rawValue: 128) }
  }

  /// Details of becoming active and of ceasing to be.
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Others may go on with their sound.
    public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
  }

  /// How a route is shared with other programs.
  public enum RouteSharingPolicy: UInt, Sendable {
    case `default` = 0
    case longFormAudio = 1
    case independent = 2
    case longFormVideo = 3
  }

  /// What a device is.
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
