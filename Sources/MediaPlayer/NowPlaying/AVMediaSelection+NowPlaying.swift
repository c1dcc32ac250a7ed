import AVFoundation

extension AVMediaSelectionOption {
  /// The option for `MPNowPlayingInfoPropertyAvailableLanguageOptions`; nil unless it is audio, subtitles or captions.
  ///
  /// Its identifier is made of the media type and the number of the track, so that the same option has the same one in
  /// each run of the program.
  public func makeNowPlayingInfoLanguageOption() -> MPNowPlayingInfoLanguageOption? {
    let type: MPNowPlayingInfoLanguageOptionType
    switch mediaType {
    case .audio: type = .audible
    case .subtitle, .closedCaption, .text: type = .legible
    default: return nil
    }
    let characteristics = MPLanguageOptionCharacteristics.all.filter { hasMediaCharacteristic($0.characteristic) }
    return MPNowPlayingInfoLanguageOption(
      type: type, languageTag: extendedLanguageTag ?? "und",
      characteristics: characteristics.isEmpty ? nil : characteristics.map(\.name), displayName: displayName,
      identifier: "\(mediaType.rawValue)-\(trackID)")
  }
}

extension AVMediaSelectionGroup {
  /// The group for `MPNowPlayingInfoPropertyAvailableLanguageOptions`. Options with forced subtitles only are left out:
  /// they are shown automatically.
  public func makeNowPlayingInfoLanguageOptionGroup() -> MPNowPlayingInfoLanguageOptionGroup {
    let shown = options.filter { !$0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) }
    let made = shown.compactMap { $0.makeNowPlayingInfoLanguageOption() }
    let preferred = defaultOption?.makeNowPlayingInfoLanguageOption()?.identifier
    return MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: made, defaultLanguageOption: made.first { $0.identifier == preferred },
      allowEmptySelection: allowsEmptySelection)
  }
}

/// The pairs of media characteristics and characteristics of language options.
enum MPLanguageOptionCharacteristics {
  /// All pairs, in the order in which an option lists its characteristics.
  static let all: [(characteristic: AVMediaCharacteristic, name: String)] = [
    (.isMainProgramContent, MPLanguageOptionCharacteristicIsMainProgramContent),
    (.isAuxiliaryContent, MPLanguageOptionCharacteristicIsAuxiliaryContent),
    (.containsOnlyForcedSubtitles, MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles),
    (.transcribesSpokenDialogForAccessibility, MPLanguageOptionCharacteristicTranscribesSpokenDialog),
    (.describesMusicAndSoundForAccessibility, MPLanguageOptionCharacteristicDescribesMusicAndSound),
    (.easyToRead, MPLanguageOptionCharacteristicEasyToRead),
    (.describesVideoForAccessibility, MPLanguageOptionCharacteristicDescribesVideo),
    (.languageTranslation, MPLanguageOptionCharacteristicLanguageTranslation),
    (.dubbedTranslation, MPLanguageOptionCharacteristicDubbedTranslation),
    (.voiceOverTranslation, MPLanguageOptionCharacteristicVoiceOverTranslation),
  ]
}

/// The option is part of the main program.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// The option is not part of the main program, such as a commentary.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// The subtitles contain only text that is always shown.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// The captions contain spoken dialog.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// The captions describe music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// The text is edited for easy reading.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// The audio describes the video.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// The option is a translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// The audio is a dubbed translation.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// The audio is a translation spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"
