import Foundation
import PlayheadMedia

/// The selectable captions of a resource, for clients without an `AVPlayer`: the same options with the same names.
package enum CaptionOptions {
  /// The track index and name of each option, in file order.
  package static func options(in info: MediaInfo, locale: Locale = .current) -> [(track: Int, name: String)] {
    let options = MediaOptionGroup(.legible, of: info)?.options ?? []
    return options.filter(\.track.isDecodable).map { ($0.track.index, $0.displayName(in: locale)) }
  }

  /// The track of the captions that are shown automatically.
  ///
  /// - Parameters:
  ///   - language: The preferred language as BCP 47; nil for forced subtitles only.
  ///   - audio: The audio track that plays.
  package static func automatic(in info: MediaInfo, language: String?, with audio: TrackInfo?) -> Int? {
    let rules = SelectionRules(languages: language.map { [$0] } ?? [])
    let option = audio.map { MediaOption(track: $0, mediaType: .audio, isDefault: $0.isDefault) }
    return AutomaticSelection(rules: [.legible: rules]).legible(in: info, with: option)?.track.index
  }
}
