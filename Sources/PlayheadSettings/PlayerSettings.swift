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
  /// The effect of another start of the program.
  package var secondStart = SecondStart.newWindow

  /// The permitted values of `subtitleScale`.
  package static let subtitleScales = 0.5...3.0
  /// The permitted values of `subtitleLift`.
  package static let subtitleLifts = 0.0...0.5
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
    case secondStart = "second-start"
  }

  /// Parses a list of language tags, separated by semicolons or commas. Anything else than a tag is ignored.
  package static func languages(_ text: String) -> [String] {
    let tags = text.split { $0 == ";" || $0 == "," || $0 == " " }.map(String.init)
    return Array(tags.filter(isLanguageTag).prefix(languageLimit))
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
