import Foundation
import PlayheadStreaming

/// The playlists of a multivariant presentation that were used: those of variants, for the angle that plays, and of
/// renditions. Belongs to the reader's thread.
///
/// Requests nothing itself. A return to a variant uses the same feed.
final class VariantFeeds {
  private let context: StreamContext
  /// The multivariant playlist.
  private let playlist: MultivariantPlaylist
  /// The feeds by the URL of their playlist.
  private var feeds: [URL: PlaylistFeed] = [:]
  /// The name of the angle that plays; nil for the variants' own video.
  var angle: String?

  /// Creates the feeds of a playlist, none of which has been used.
  init(_ playlist: MultivariantPlaylist, angle: String?, context: StreamContext) {
    self.playlist = playlist
    self.angle = angle
    self.context = context
  }

  /// The feed of a variant by its index, a new one if the known one has failed; nil if there is no such variant.
  func feed(of index: Int) -> PlaylistFeed? {
    guard playlist.variants.indices.contains(index), let address = address(of: playlist.variants[index]) else {
      return nil
    }
    if let known = feeds[address], known.failure == nil { return known }
    feeds[address] = nil
    return feed(at: address)
  }

  /// The feed of a playlist, created if it is not known.
  func feed(at address: URL) -> PlaylistFeed {
    if let known = feeds[address] { return known }
    let made = PlaylistFeed(
      url: address, from: playlist.url ?? context.url, context: context, imports: playlist.head.variables)
    feeds[address] = made
    return made
  }

  /// The index of the variant that a feed belongs to; nil if it is no variant's.
  func index(of feed: PlaylistFeed) -> Int? { playlist.variants.firstIndex { address(of: $0) == feed.url } }

  /// The playlist URL of the angle in a variant: the variant's own if the rendition has none (RFC 8216 §4.3.4.2.1).
  private func address(of variant: Variant) -> URL? {
    guard let angle else { return variant.url }
    return playlist.renditions(.video, of: variant).first { $0.name == angle }?.url ?? variant.url
  }
}
