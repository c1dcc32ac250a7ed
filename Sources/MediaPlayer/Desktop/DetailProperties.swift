import CoreMedia
import Foundation
import PlayheadBasics

/// The properties of the interface `org.playhead.MediaPlayer`: what MPRIS has no place for. A pure function of the
/// program's information.
struct DetailProperties: Equatable, Sendable {
  /// A feedback command that the program offers.
  struct Feedback: Equatable, Sendable {
    var isActive: Bool
    var title: String
    var shortTitle: String
  }

  /// The commands that the program offers.
  struct Offers: Equatable, Sendable {
    /// The offered feedback commands by the names of the interface: `like`, `dislike` and `bookmark`.
    var feedback: [String: Feedback] = [:]
    /// The limits of ratings; nil if the item cannot be rated.
    var ratings: ClosedRange<Double>?
    /// Whether fast playback forward and backward is offered.
    var seeksForward = false
    var seeksBackward = false
    /// Whether languages can be enabled and disabled.
    var enablesLanguages = false
    var disablesLanguages = false
  }

  /// The properties by their names.
  private(set) var values: [String: BusValue]

  init(_ info: NowPlayingInfo?, offers: Offers) {
    values = [
      "Information": .map(info?.details.values ?? [:]),
      "LanguageOptions": .map(Self.languages(info?.details.available ?? [])),
      "CurrentLanguageOptions": .texts((info?.details.selected ?? []).compactMap(\.identifier)),
      "Feedback": .map(
        offers.feedback.mapValues {
          .map(["active": .flag($0.isActive), "title": .text($0.title), "shortTitle": .text($0.shortTitle)])
        }),
      "CanRate": .flag(info != nil && offers.ratings != nil),
      "MinimumRating": .number(offers.ratings?.lowerBound ?? 0),
      "MaximumRating": .number(offers.ratings?.upperBound ?? 0),
      "CanSeekForward": .flag(info != nil && offers.seeksForward),
      "CanSeekBackward": .flag(info != nil && offers.seeksBackward),
      "CanEnableLanguageOption": .flag(info != nil && offers.enablesLanguages),
      "CanDisableLanguageOption": .flag(info != nil && offers.disablesLanguages),
    ]
  }

  /// The properties that differ from `old`.
  func changes(since old: DetailProperties?) -> [String: BusValue] {
    guard let old else { return values }
    return values.filter { old.values[$0.key] != $0.value }
  }

  /// The options of all groups by their identifiers.
  private static func languages(_ options: [MPNowPlayingInfoLanguageOption]) -> [String: BusValue] {
    var map: [String: BusValue] = [:]
    for option in options {
      guard let identifier = option.identifier else { continue }
      map[identifier] = .map([
        "type": .text(option.languageOptionType == .audible ? "audible" : "legible"),
        "language": .text(option.languageTag ?? "und"), "name": .text(option.displayName ?? ""),
        "characteristics": .texts(option.languageOptionCharacteristics ?? []),
      ])
    }
    return map
  }
}

/// The part of the now playing information that MPRIS has no place for.
struct NowPlayingDetails: Sendable {
  /// The values by the names of the interface.
  private(set) var values: [String: BusValue] = [:]
  /// The languages that can be selected.
  private(set) var available: [MPNowPlayingInfoLanguageOption] = []
  /// The selected languages.
  private(set) var selected: [MPNowPlayingInfoLanguageOption] = []
  /// The largest number of advertisements and languages that are published.
  private static let limit = 1000

  init(_ info: [String: Any]) {
    for (name, key) in Self.texts { values[name] = (info[key] as? String).map { .text($0) } }
    for (name, key) in Self.numbers { values[name] = NowPlayingInfo.number(info[key]).map { .number($0) } }
    for (name, key) in Self.flags { values[name] = (info[key] as? Bool).map { .flag($0) } }
    let type = NowPlayingInfo.number(info[MPNowPlayingInfoPropertyMediaType]).map { UInt(saturating: $0) }
    switch type.flatMap({ MPNowPlayingInfoMediaType(rawValue: $0) }) {
    case .audio: values["mediaType"] = .text("audio")
    case .video: values["mediaType"] = .text("video")
    case .some(.none), nil: break
    }
    values["currentPlaybackDate"] = (info[MPNowPlayingInfoPropertyCurrentPlaybackDate] as? Date).map {
      .text($0.formatted(.iso8601))
    }
    if let ranges = info[MPNowPlayingInfoPropertyAdTimeRanges] as? [MPAdTimeRange] {
      // Pairs of start and duration.
      let pairs = ranges.prefix(Self.limit).map(\.timeRange).filter { $0.start.isNumeric && $0.duration.isNumeric }
      values["adTimeRanges"] = .numbers(pairs.flatMap { [$0.start.seconds, $0.duration.seconds] })
    }
    let groups = info[MPNowPlayingInfoPropertyAvailableLanguageOptions] as? [MPNowPlayingInfoLanguageOptionGroup]
    available = Array((groups ?? []).flatMap(\.languageOptions).prefix(Self.limit))
    let options = info[MPNowPlayingInfoPropertyCurrentLanguageOptions] as? [MPNowPlayingInfoLanguageOption]
    selected = Array((options ?? []).prefix(Self.limit))
  }

  /// The names of the interface and the keys of texts.
  private static let texts = [
    ("externalUserProfileIdentifier", MPNowPlayingInfoPropertyExternalUserProfileIdentifier),
    ("internationalStandardRecordingCode", MPNowPlayingInfoPropertyInternationalStandardRecordingCode),
    ("serviceIdentifier", MPNowPlayingInfoPropertyServiceIdentifier),
    ("externalContentIdentifier", MPNowPlayingInfoPropertyExternalContentIdentifier),
  ]
  /// The names of the interface and the keys of numbers.
  private static let numbers = [
    ("creditsStartTime", MPNowPlayingInfoPropertyCreditsStartTime),
    ("chapterNumber", MPNowPlayingInfoPropertyChapterNumber), ("chapterCount", MPNowPlayingInfoPropertyChapterCount),
    ("playbackQueueIndex", MPNowPlayingInfoPropertyPlaybackQueueIndex),
    ("playbackQueueCount", MPNowPlayingInfoPropertyPlaybackQueueCount),
    ("playbackProgress", MPNowPlayingInfoPropertyPlaybackProgress),
    ("defaultPlaybackRate", MPNowPlayingInfoPropertyDefaultPlaybackRate),
    ("albumTrackCount", MPMediaItemPropertyAlbumTrackCount),
  ]
  /// The names of the interface and the keys of Booleans.
  private static let flags = [
    ("excludeFromSuggestions", MPNowPlayingInfoPropertyExcludeFromSuggestions),
    ("isLiveStream", MPNowPlayingInfoPropertyIsLiveStream),
  ]
}
