import PlayheadBasics

/// The user's settings, which the window and the command share.
package struct PlayerSettings: Equatable, Sendable {
  /// The effect of another start of the program with files while a window is open.
  package enum SecondStart: String, CaseIterable, Sendable {
    /// The new start has a window of its own.
    case newWindow = "new-window"
    /// The open window plays the new files in place of its own.
    case replace
    /// The new files follow those of the open window.
    case append
  }

  /// A color of subtitles.
  package enum SubtitleColor: String, CaseIterable, Sendable {
    /// The default: white, or that of the file.
    case automatic, white, yellow, cyan, green, gray

    /// Red, green and blue, 0 to 255; nil for `automatic`.
    package var components: (red: Int, green: Int, blue: Int)? {
      switch self {
      case .automatic: nil
      case .white: (255, 255, 255)
      case .yellow: (255, 224, 64)
      case .cyan: (96, 224, 255)
      case .green: (128, 232, 128)
      case .gray: (192, 192, 192)
      }
    }
  }

  /// An edge of the letters of subtitles.
  package enum SubtitleEdge: String, CaseIterable, Sendable {
    /// The default: an outline, or that of the file.
    case automatic, none, outline, shadow
  }

  /// The loudness that is made equal by the ReplayGain tags of files.
  package enum ReplayGain: String, CaseIterable, Sendable {
    /// None, that of every track, or that of every album.
    case off, track, album
  }

  /// What is done about audio that is too loud or too quiet, as a whole or in parts.
  package struct Loudness: Equatable, Sendable {
    /// Whether the volume can be raised to 150 percent, to amplify quiet audio.
    package var amplifies = false
    /// Whether quiet passages are made louder relative to loud ones.
    package var isNormalized = false
    /// Whether the dialogue of surround sound is raised where a device has fewer channels.
    package var emphasizesDialogue = false
    /// The loudness that is made equal by the tags of files.
    package var replayGain = ReplayGain.off
  }

  /// The decoders of video.
  package enum HardwareDecoding: String, CaseIterable, Sendable {
    /// The default: hardware where it pays.
    case automatic = "auto"
    /// Software only.
    case off = "no"
    /// One interface to hardware.
    case vaapi, nvdec, vulkan, drm, v4l2m2m
  }

  /// The resources that playback uses.
  package struct Resources: Equatable, Sendable {
    /// The seconds of media that are read ahead of the position; 0 for the player's own limits.
    package var readAhead = 0.0
    /// The decoders of video.
    package var hardwareDecoding = HardwareDecoding.automatic
    /// The audio codecs that the device decodes.
    package var passthrough = PassthroughCodecs()
  }

  /// What is done about interlaced video.
  package enum Deinterlacing: String, CaseIterable, Sendable {
    /// The default: each frame becomes a whole picture.
    case automatic = "auto"
    /// Each frame becomes two whole pictures, one for each field.
    case doubleRate = "double"
    /// As `automatic`, and film in video with 29.97 frames a second is restored.
    case inverseTelecine = "film"
    /// Frames are shown as they are.
    case off = "no"
  }

  /// The filters of the video, and its timing on the display.
  package struct Picture: Equatable, Sendable {
    /// Whether bands in gradients are smoothed.
    package var debands = false
    /// What is done about interlaced video.
    package var deinterlacing = Deinterlacing.automatic
    /// Whether the speed is adapted to the display, so that frames and refreshes keep in step.
    package var adaptsToDisplay = false
  }

  /// Whether files continue at the position where they were left.
  package var resumes = true
  /// The languages of audio tracks in order of preference, as BCP 47 tags; empty for the languages of the desktop.
  package var audioLanguages: [String] = []
  /// The languages of subtitles in order of preference, as BCP 47 tags; empty for the languages of the desktop.
  package var subtitleLanguages: [String] = []
  /// Whether subtitle files beside a film are loaded.
  package var loadsSubtitleFiles = true
  /// The scale of subtitle text relative to its default size.
  package var subtitleScale = 1.0
  /// The upward offset of subtitles at the bottom, as a fraction of the height of the video.
  package var subtitleLift = 0.0
  /// The font family of subtitles that their file does not style; empty for the default one.
  package var subtitleFont = ""
  /// The color of subtitles that their file does not style.
  package var subtitleColor = SubtitleColor.automatic
  /// The edge of the letters of subtitles that their file does not style.
  package var subtitleEdge = SubtitleEdge.automatic
  /// The audio device, as its server names it; empty for the default one.
  package var audioDevice = ""
  /// The resources that playback uses.
  package var resources = Resources()
  /// The gains of the equalizer in decibels, from low to high bands; empty for no equalizer.
  package var equalizer: [Double] = []
  /// What is done about audio that is too loud or too quiet, as a whole or in parts.
  package var loudness = Loudness()
  /// The filters of the video, and its timing on the display.
  package var picture = Picture()
  /// The effect of another start of the program.
  package var secondStart = SecondStart.newWindow

  /// The permitted values of `subtitleScale`.
  package static let subtitleScales = 0.5...3.0
  /// The permitted values of `subtitleLift`.
  package static let subtitleLifts = 0.0...0.9
  /// The permitted values of `Resources.readAhead`.
  package static let readAheads = 0.0...600.0
  /// The longest name of a font or a device.
  private static let nameLimit = 200
  /// The permitted values of `equalizer`.
  package static let equalizerGains = -12.0...12.0
  /// The largest volume.
  package var maximumVolume: Float { loudness.amplifies ? 1.5 : 1 }
  /// The largest number of bands of `equalizer`.
  private static let bandLimit = 10
  /// The largest number of languages in a list; further ones are ignored.
  private static let languageLimit = 20

  /// Creates the default settings.
  package init() {}

  /// Reads the settings of a file's lines. Missing and invalid values are replaced by defaults.
  init(_ lines: SettingsLines) {
    func read<Value>(_ key: Key, into value: inout Value, _ parse: (String) -> Value?) {
      if let parsed = lines[key.rawValue].flatMap(parse) { value = parsed }
    }
    read(.resume, into: &resumes, Bool.init)
    read(.audioLanguages, into: &audioLanguages, Self.languages)
    read(.subtitleLanguages, into: &subtitleLanguages, Self.languages)
    read(.subtitleFiles, into: &loadsSubtitleFiles, Bool.init)
    read(.subtitleScale, into: &subtitleScale) { Self.number($0, in: Self.subtitleScales) }
    read(.subtitleLift, into: &subtitleLift) { Self.number($0, in: Self.subtitleLifts) }
    read(.subtitleFont, into: &subtitleFont) { Self.name($0) }
    read(.subtitleColor, into: &subtitleColor, SubtitleColor.init(rawValue:))
    read(.subtitleEdge, into: &subtitleEdge, SubtitleEdge.init(rawValue:))
    read(.audioDevice, into: &audioDevice) { Self.name($0) }
    read(.readAhead, into: &resources.readAhead) { Self.number($0, in: Self.readAheads) }
    read(.amplify, into: &loudness.amplifies, Bool.init)
    read(.equalizer, into: &equalizer, Self.gains)
    read(.normalizeAudio, into: &loudness.isNormalized, Bool.init)
    read(.dialogue, into: &loudness.emphasizesDialogue, Bool.init)
    read(.replayGain, into: &loudness.replayGain, ReplayGain.init(rawValue:))
    read(.hardwareDecoding, into: &resources.hardwareDecoding, HardwareDecoding.init(rawValue:))
    read(.passthrough, into: &resources.passthrough, PassthroughCodecs.init)
    read(.deinterlace, into: &picture.deinterlacing, Deinterlacing.init(rawValue:))
    read(.deband, into: &picture.debands, Bool.init)
    read(.displayResample, into: &picture.adaptsToDisplay, Bool.init)
    read(.secondStart, into: &secondStart, SecondStart.init(rawValue:))
  }

  /// Writes the settings into a file's lines. Other lines are unchanged.
  func write(to lines: inout SettingsLines) {
    lines[Key.resume.rawValue] = "\(resumes)"
    lines[Key.audioLanguages.rawValue] = audioLanguages.joined(separator: ";")
    lines[Key.subtitleLanguages.rawValue] = subtitleLanguages.joined(separator: ";")
    lines[Key.subtitleFiles.rawValue] = "\(loadsSubtitleFiles)"
    lines[Key.subtitleScale.rawValue] = "\(subtitleScale)"
    lines[Key.subtitleLift.rawValue] = "\(subtitleLift)"
    lines[Key.subtitleFont.rawValue] = subtitleFont
    lines[Key.subtitleColor.rawValue] = subtitleColor.rawValue
    lines[Key.subtitleEdge.rawValue] = subtitleEdge.rawValue
    lines[Key.audioDevice.rawValue] = audioDevice
    lines[Key.readAhead.rawValue] = "\(resources.readAhead)"
    lines[Key.amplify.rawValue] = "\(loudness.amplifies)"
    lines[Key.equalizer.rawValue] = equalizer.map { "\($0)" }.joined(separator: ";")
    lines[Key.normalizeAudio.rawValue] = "\(loudness.isNormalized)"
    lines[Key.dialogue.rawValue] = "\(loudness.emphasizesDialogue)"
    lines[Key.replayGain.rawValue] = loudness.replayGain.rawValue
    lines[Key.hardwareDecoding.rawValue] = resources.hardwareDecoding.rawValue
    lines[Key.passthrough.rawValue] = resources.passthrough.text
    lines[Key.deinterlace.rawValue] = picture.deinterlacing.rawValue
    lines[Key.deband.rawValue] = "\(picture.debands)"
    lines[Key.displayResample.rawValue] = "\(picture.adaptsToDisplay)"
    lines[Key.secondStart.rawValue] = secondStart.rawValue
  }

  /// The keys of the file.
  private enum Key: String {
    case resume
    case audioLanguages = "audio-languages"
    case subtitleLanguages = "subtitle-languages"
    case subtitleFiles = "subtitle-files"
    case subtitleScale = "subtitle-scale"
    case subtitleLift = "subtitle-lift"
    case subtitleFont = "subtitle-font"
    case subtitleColor = "subtitle-color"
    case subtitleEdge = "subtitle-edge"
    case audioDevice = "audio-device"
    case readAhead = "read-ahead"
    case amplify
    case equalizer
    case normalizeAudio = "normalize-audio"
    case dialogue = "emphasize-dialogue"
    case replayGain = "replaygain"
    case hardwareDecoding = "hwdec"
    case passthrough
    case deinterlace, deband
    case displayResample = "display-resample"
    case secondStart = "second-start"
  }

  /// Parses a list of language tags, separated by semicolons or commas. Anything else than a tag is ignored.
  package static func languages(_ text: String) -> [String] {
    let tags = text.split { $0 == ";" || $0 == "," || $0 == " " }.map(String.init)
    return Array(tags.filter(isLanguageTag).prefix(languageLimit))
  }

  /// A name of a font or a device: one line, not too long. nil for anything else.
  private static func name(_ text: String) -> String? {
    text.utf8.count <= nameLimit && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? text : nil
  }

  /// Parses the gains of the equalizer, separated by semicolons. nil if one of them is not a permitted number.
  private static func gains(_ text: String) -> [Double]? {
    let gains = text.split(separator: ";").map { number(String($0), in: equalizerGains) }
    guard gains.count <= bandLimit, !gains.contains(nil) else { return nil }
    return gains.compactMap { $0 }
  }

  /// Whether a text has the form of a language tag: letters, digits and hyphens, at most 35 characters (RFC 5646,
  /// section 4.4.1).
  private static func isLanguageTag(_ text: String) -> Bool {
    text.utf8.count <= 35 && text.first?.isLetter == true
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-".unicodeScalars.contains($0))
      }
  }

  /// Parses a number in a range.
  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
