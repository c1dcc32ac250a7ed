import PlayheadFFmpeg

/// What is chosen in a group when nobody has chosen there.
///
/// Principal characteristics count first, then languages in their order, then preferred characteristics. Where no wish is met
/// sound is what the file prefers, and text is none, or what is for foreign parts in the language of the sound.
struct SelectionRules: Sendable, Equatable {
  var languages: [String] = []
  var principal: [AVMediaCharacteristic] = []
  var preferred: [AVMediaCharacteristic] = []

  /// The option that fits best; nil where no wish is met, and where there is none.
  func best(in group: MediaOptionGroup) -> MediaOption? {
    guard !languages.isEmpty || !principal.isEmpty || !preferred.isEmpty else { return nil }
    var candidates = group.options.filter {
      $0.track.isDecodable && !$0.isForced && !$0.track.isChosenByHandOnly
    }
    candidates = Self.richest(candidates, in: principal)
    if !languages.isEmpty {
      guard let wish = languages.first(where: { wish in candidates.contains { Self.speaks($0, wish) } }) else {
        return nil
      }
      candidates = LanguageTag.sorted(candidates, by: [wish]) { $0.languageTag }
    }
    let isWished = !languages.isEmpty || !principal.isEmpty || candidates.contains { Self.count(preferred, in: $0) > 0 }
    guard isWished else { return nil }
    candidates = Self.richest(candidates, in: preferred)
    return candidates.first { $0.isDefault } ?? candidates.first
  }

  private static func speaks(_ option: MediaOption, _ language: String) -> Bool {
    option.languageTag.map { LanguageTag.matches($0, language) } ?? false
  }

  private static func count(_ wanted: [AVMediaCharacteristic], in option: MediaOption) -> Int {
    let own = option.characteristics
    return wanted.count { own.contains($0) }
  }

  /// Those that have most of some characteristics, in their order.
  private static func richest(_ options: [MediaOption], in wanted: [AVMediaCharacteristic]) -> [MediaOption] {
    guard !wanted.isEmpty, let most = options.map({ count(wanted, in: $0) }).max() else { return options }
    return options.filter { count(wanted, in: $0) == most }
  }
}

/// The rules of a player, for each characteristic.
struct AutomaticSelection: Sendable, Equatable {
  var rules: [AVMediaCharacteristic: SelectionRules] = [:]

  /// The sound to play; nil where there is none.
  func audible(in info: MediaInfo) -> MediaOption? {
    guard let group = MediaOptionGroup(.audible, of: info) else { return nil }
    return rules[.audible].flatMap { $0.best(in: group) } ?? group.defaultOption
  }

  /// The text to show along with sound in a language; nil for none.
  func legible(in info: MediaInfo, with sound: MediaOption?) -> MediaOption? {
    guard let group = MediaOptionGroup(.legible, of: info) else { return nil }
    return rules[.legible].flatMap { $0.best(in: group) } ?? group.forcedOption(for: sound?.languageTag)
  }
}

extension MediaOptionGroup {
  /// Subtitles for foreign parts in a language, which are shown though nobody has chosen any.
  func forcedOption(for language: String?) -> MediaOption? {
    guard let language else { return nil }
    return options.first { $0.isForced && LanguageTag.matches($0.languageTag ?? "", language) }
  }
}
