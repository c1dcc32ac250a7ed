/// A characteristic of media, such as its purpose or content.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its raw value.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Visual media.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// Audible media.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// Legible media: subtitles and captions.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// Media of frames that can each be presented alone.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// Video with high dynamic range.
  public static let containsHDRVideo = AVMediaCharacteristic("public.contains-hdr-video")
  /// Video with a gamut wider than BT.709.
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("public.uses-wide-gamut-color-space")
  /// Video with an alpha channel.
  public static let containsAlphaChannel = AVMediaCharacteristic("public.contains-alpha-channel")
  /// Forced subtitles only: translations of dialogue or text in another language than the audio.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  /// Part of the main program.
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  /// Auxiliary to the main program, such as a commentary.
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  /// Content in its original language.
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  /// A translation of the original.
  public static let languageTranslation = AVMediaCharacteristic("public.translation")
  /// A dubbed translation, spoken instead of the original.
  public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
  /// A voice-over translation, spoken over the original.
  public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
  /// A transcription of dialogue for viewers who are deaf or hard of hearing.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  /// Descriptions of music and sound effects for viewers who are deaf or hard of hearing.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  /// Text that is edited to be easy to read.
  public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
  /// An audio description of the video for viewers who are blind or have low vision.
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
  /// Audio with enhanced speech intelligibility.
  public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
    "public.accessibility.enhances-speech-intelligibility")
  /// Stereo video coded as multiple views.
  public static let containsStereoMultiviewVideo = AVMediaCharacteristic("public.contains-stereo-multiview-video")
  /// Metadata about the stereo layout of the video.
  public static let carriesVideoStereoMetadata = AVMediaCharacteristic("com.apple.quicktime.video.stereo-metadata")
  /// Metadata about the horizontal field of view of the camera.
  public static let indicatesHorizontalFieldOfView = AVMediaCharacteristic("public.indicates-horizontal-field-of-view")
  /// Haptics with minimal intensity.
  public static let tactileMinimal = AVMediaCharacteristic("public.haptics.minimal")
  /// Machine-generated content.
  public static let machineGenerated = AVMediaCharacteristic("public.machine-generated")
}
