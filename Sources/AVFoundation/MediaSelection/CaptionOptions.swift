import Foundation
import PlayheadFFmpeg

/// The captions that can be chosen in something, for those who play without an `AVPlayer`: the same options under the same names.
package enum CaptionOptions {
  /// Each option's index among tracks, and its name, in the order of the file.
  package static func options(in info: MediaInfo, locale: Locale = .current) -> [(track: Int, name: String)] {
    let options = MediaOptionGroup(.legible, of: info)?.options ?? []
    return options.filter(\.track.isDecodable).map { ($0.track.index, $0.displayName(in: locale)) }
  }

  /// What is shown where nobody has chosen.
  ///
  /// - Parameters:
  ///   - language: The language that is wanted, as BCP 47; nil: only what is for foreign parts.
  ///   - sound: The sound that plays.
  package static func automatic(in info: MediaInfo, language: String?, with sound: TrackInfo?) -> Int? {
    let rules = SelectionRules(languages: language.map { [$0] } ?? [])
    let option = sound.map { MediaOption(track: $0, mediaType: .audio, isDefault: $0.isDefault) }
    return AutomaticSelection(rules: [.legible: rules]).legible(in: info, with: option)?.track.index
  }
}
