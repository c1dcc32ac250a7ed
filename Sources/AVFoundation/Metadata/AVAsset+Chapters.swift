import Foundation
import PlayheadMedia

extension AVAsset {
  /// Loads the chapters with a title in a language.
  public func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
  ) async throws -> [AVTimedMetadataGroup] {
    try await assetLoader.loaded(["chapterMetadataGroups"])
    return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
  }

  /// Loads the chapters with titles in the best of the preferred languages.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) async throws -> [AVTimedMetadataGroup] {
    try await assetLoader.loaded(["chapterMetadataGroups"])
    return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
  }

  func groups(in language: String, withArtwork: Bool) -> [AVTimedMetadataGroup] {
    let chapters = details("chapterMetadataGroups")?.chapters ?? []
    return ChapterList(chapters).chapters(in: language).map { chapter, title in
      var states = [MetadataState(title: title)]
      if withArtwork, let artwork = chapter.artwork { states.append(MetadataState(artwork, in: assetLoader.resource)) }
      let items = states.map { state -> AVMetadataItem in
        var state = state
        state.time = chapter.timeRange.start
        state.duration = chapter.timeRange.duration
        return AVMetadataItem(state)
      }
      return AVTimedMetadataGroup(items: items, timeRange: chapter.timeRange)
    }
  }
}

extension MetadataState {
  fileprivate init(title: ChapterTitle) {
    setIdentifier(.commonIdentifierTitle)
    value = NSString(string: title.text)
    dataType = "com.apple.metadata.datatype.UTF-8"
    extendedLanguageTag = title.language.map(LanguageTag.canonical)
    locale = extendedLanguageTag.map { Locale(identifier: $0) }
  }
}

/// The chapter titles by language.
struct ChapterList {
  private let all: [ChapterInfo]
  init(_ chapters: [ChapterInfo]) { all = chapters }

  private static let unknown = "und"

  private static func language(_ title: ChapterTitle) -> String {
    title.language.map(LanguageTag.canonical) ?? unknown
  }

  /// The languages in order of first occurrence.
  var languages: [String] {
    all.reduce(into: []) { found, chapter in
      let titles = chapter.titles.isEmpty ? [Self.unknown] : chapter.titles.map(Self.language)
      for language in titles where !found.contains(language) { found.append(language) }
    }
  }

  func best(_ preferred: [String]) -> String? {
    LanguageTag.sorted(languages, by: preferred) { $0 }.first ?? languages.first
  }

  /// The chapters with a title in a language. A chapter without any title has an empty one in every language.
  func chapters(in language: String) -> [(ChapterInfo, ChapterTitle)] {
    all.compactMap { chapter in
      if chapter.titles.isEmpty { return (chapter, ChapterTitle(text: "", language: nil)) }
      return chapter.titles.first { LanguageTag.matches(Self.language($0), language) }.map { (chapter, $0) }
    }
  }
}
