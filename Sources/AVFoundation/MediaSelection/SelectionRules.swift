import PlayheadMedia

/// The automatic selection in a group.
///
/// Principal characteristics are considered first, then languages in order, then preferred characteristics. If nothing
/// matches, audio falls back to the file's default, and captions to forced subtitles in the audio language or none.
struct SelectionRules: Sendable, Equatable {
  var languages: [String] = []
  var principal: [AVMediaCharacteristic] = []
  var preferred: [AVMediaCharacteristic] = []

  /// The best option; nil if no option matches.
  func best(in group: MediaOptionGroup) -> MediaOption? {
    guard !languages.isEmpty || !principal.isEmpty || !preferred.isEmpty else { return nil }
    var candidates = group.options.filter {
      $0.track.isDecodable && !$0.isForced && !$0.track.requiresManualSelection
    }
    candidates = Self.richest(candidates, in: principal)
    if !languages.isEmpty {
      guard let match = languages.first(where: { match in candidates.contains { Self.speaks($0, match) } }) else {
        return nil
      }
      candidates = LanguageTag.sorted(candidates, by: [match]) { $0.languageTag }
    }
    let hasMatch = !languages.isEmpty || !principal.isEmpty || candidates.contains { Self.count(preferred, in: $0) > 0 }
    guard hasMatch else { return nil }
    candidates = Self.richest(candidates, in: preferred)
    return candidates.first { $0.isDefault } ?? candidates.first
  }

  private static func speaks(_ option: MediaOption, _ language: String) -> Bool {
    option.languageTag.map { LanguageTag.matches($0, language) } ?? false
  }

  private static func count(_ requested: [AVMediaCharacteristic], in option: MediaOption) -> Int {
    let own = option.characteristics
    return requested.count { own.contains($0) }
  }

  /// The options with the most of the given characteristics, in their original order.
  private static func richest(_ options: [MediaOption], in requested: [AVMediaCharacteristic]) -> [MediaOption] {
    guard !requested.isEmpty, let most = options.map({ count(requested, in: $0) }).max() else { return options }
    return options.filter { count(requested, in: $0) == most }
  }
}

/// The selection rules of a player, by characteristic.
struct AutomaticSelection: Sendable, Equatable {
  var rules: [AVMediaCharacteristic: SelectionRules] = [:]

  /// The audio option to play; nil if there is no audio.
  func audible(in info: MediaInfo) -> MediaOption? {
    guard let group = MediaOptionGroup(.audible, of: info) else { return nil }
    return rules[.audible].flatMap { $0.best(in: group) } ?? group.defaultOption
  }

  /// The caption option to show with an audio option; nil for none.
  func legible(in info: MediaInfo, with audio: MediaOption?) -> MediaOption? {
    guard let group = MediaOptionGroup(.legible, of: info) else { return nil }
    return rules[.legible].flatMap { $0.best(in: group) } ?? group.forcedOption(for: audio?.languageTag)
  }
}

extension MediaOptionGroup {
  /// The forced subtitles in a language, which are shown without a selection.
  func forcedOption(for language: String?) -> MediaOption? {
    guard let language else { return nil }
    return options.first { $0.isForced && LanguageTag.matches($0.languageTag ?? "", language) }
  }
}
