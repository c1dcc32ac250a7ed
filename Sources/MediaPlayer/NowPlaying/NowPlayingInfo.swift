import Foundation
import PlayheadBasics

/// The now playing information of a program, parsed from its dictionary.
package struct NowPlayingInfo: Sendable {
  var title: String?
  var artist: String?
  var album: String?
  var albumArtist: String?
  var composer: String?
  var genre: String?
  /// The position on the album, from 1.
  var trackNumber: Int?
  /// The address without its secrets; nil for a `data` URL.
  var url: String?
  /// The program's own identifier of the item; one of the values that distinguish items.
  var identifier: String?
  /// The duration in seconds.
  var duration: Double?
  /// The position in seconds.
  var elapsed: Double?
  /// The playback rate; 1 if the program does not set one, also while paused.
  var rate = 1.0
  /// The state that the program has set; `unknown` if only the rate counts.
  var state = MPNowPlayingPlaybackState.unknown
  /// The user's rating, 0 to 1; nil if the item is not rated.
  var rating: Double?
  /// The name of the device that plays in place of this computer; nil while this computer plays.
  var externalDevice: String?
  /// The values that MPRIS has no place for.
  var details: NowPlayingDetails
  /// The artwork, whose image is created later, on a queue of its own.
  var artwork: MPMediaItemArtwork?

  /// The key of `externalDevice` in the dictionary: text.
  package static let externalDeviceKey = "externalPlaybackDevice"

  /// The URL without user, password, query and fragment, because every process on the bus can read it.
  private static func shareable(_ url: URL) -> String? {
    if url.isFileURL { return url.absoluteString }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.scheme?.lowercased() != "data"
    else {
      return nil
    }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string
  }

  /// nil without a dictionary.
  init?(_ info: [String: Any]?, _ state: MPNowPlayingPlaybackState) {
    guard let info else { return nil }
    title = info[MPMediaItemPropertyTitle] as? String
    externalDevice = info[Self.externalDeviceKey] as? String
    artist = info[MPMediaItemPropertyArtist] as? String
    album = info[MPMediaItemPropertyAlbumTitle] as? String
    albumArtist = info[MPMediaItemPropertyAlbumArtist] as? String
    composer = info[MPMediaItemPropertyComposer] as? String
    genre = info[MPMediaItemPropertyGenre] as? String
    trackNumber = Self.number(info[MPMediaItemPropertyAlbumTrackNumber]).map { Int(saturating: $0) }
    url = (info[MPNowPlayingInfoPropertyAssetURL] as? URL).flatMap(Self.shareable)
    identifier =
      info[MPNowPlayingInfoPropertyExternalContentIdentifier] as? String
      ?? Self.number(info[MPMediaItemPropertyPersistentID]).map { String($0) }
    duration = Self.number(info[MPMediaItemPropertyPlaybackDuration]).flatMap { $0 > 0 ? $0 : nil }
    elapsed = Self.number(info[MPNowPlayingInfoPropertyElapsedPlaybackTime])
    rate = Self.number(info[MPNowPlayingInfoPropertyPlaybackRate]) ?? 1
    artwork = info[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
    rating = Self.number(info[MPMediaItemPropertyRating]).map { max(0, min(1, $0 / 5)) }
    details = NowPlayingDetails(info)
    self.state = state
  }

  /// Converts any numeric type that programs put into the dictionary; nil for values that are not finite or absurdly
  /// large.
  static func number(_ value: Any?) -> Double? {
    let number: Double? =
      switch value {
      case let value as Double: value
      case let value as Float: Double(value)
      case let value as Int: Double(value)
      case let value as UInt64: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite && abs($0) < 1e15 ? $0 : nil }
  }

  /// Whether both describe the same item.
  func isSameItem(as other: NowPlayingInfo) -> Bool {
    (identifier, url, title, album) == (other.identifier, other.url, other.title, other.album)
  }

  /// Whether the position advances: by the state, or by the rate if the state is unknown.
  var isPlaying: Bool {
    switch state {
    case .unknown: rate != 0
    case .playing: true
    case .paused, .stopped, .interrupted: false
    }
  }
}
