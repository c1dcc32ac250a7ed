/// What media is like and what it is for.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// It can be seen.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// It can be heard.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// It can be read.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// It consists of pictures, each of which can be shown alone.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// Its brightness goes beyond the standard range.
  public static let containsHDRVideo = AVMediaCharacteristic("public.contains-hdr-video")
  /// Its colours go beyond those of BT.709.
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("public.uses-wide-gamut-color-space")
  /// Its pictures have transparent parts.
  public static let containsAlphaChannel = AVMediaCharacteristic("public.contains-alpha-channel")
  /// Subtitles only for what is said or written in another language than the sound's.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  /// It belongs to what the film itself is.
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  /// It comes on top of the film, such as a commentary.
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  /// It is in the language in which the film was made.
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  /// It is a translation of the original.
  public static let languageTranslation = AVMediaCharacteristic("public.translation")
  /// It is a translation that is spoken instead of the original.
  public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
  /// It is a translation that is spoken over the original.
  public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
  /// It writes down what is spoken, for those who do not hear.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  /// It tells of music and sounds, for those who do not hear.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  /// Its text is made easy to read.
  public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
  /// It tells what is to be seen, for those who do not see.
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
  /// It is made so that speech is easier to understand.
  public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
    "public.accessibility.enhances-speech-intelligibility")
  /// Its pictures are pairs, coded as several views.
  public static let containsStereoMultiviewVideo = AVMediaCharacteristic("public.contains-stereo-multiview-video")
  /// It says how its pictures make pairs.
  public static let carriesVideoStereoMetadata = AVMediaCharacteristic("com.apple.quicktime.video.stereo-metadata")
  /// It says how wide the camera saw.
  public static let indicatesHorizontalFieldOfView = AVMediaCharacteristic("public.indicates-horizontal-field-of-view")
  /// What can be felt is kept small.
  public static let tactileMinimal = AVMediaCharacteristic("public.haptics.minimal")
  /// It was made by a machine.
  public static let machineGenerated = AVMediaCharacteristic("public.machine-generated")
}
