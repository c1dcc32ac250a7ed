import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// What an address of HTTP Live Streaming turns out to be: one playlist of segments, or a choice of variants and renditions.
final class StreamPresentation {
  let context: StreamContext
  /// nil where the address names segments.
  let multivariant: MultivariantPlaylist?
  /// The variants that can be played, by their place in the playlist.
  let eligible: [Int]
  private(set) var variant: Int?
  private var feeds: [URL: PlaylistFeed] = [:]
  private(set) var renditions: [RenditionReader] = []
  private let main: RenditionReader

  init(_ context: StreamContext) throws(MediaError) {
    self.context = context
    let load = context.load(context.url, policy: .document, isText: true)
    let bytes = try context.all(load, of: context.url)
    let url = load.report.url
    switch try context.playlist(bytes, from: url, imports: [:]) {
    case .media(let playlist):
      multivariant = nil
      eligible = []
      main = RenditionReader(
        PlaylistFeed(playlist, url: url, context: context), kinds: [.video, .audio], context: context)
      renditions = [main]
    case .multivariant(let playlist):
      multivariant = playlist
      eligible = VariantSelection.eligible(playlist.variants) { StreamCodecs.canDecode($0) }
      guard let first = eligible.first, let address = playlist.variants[first].url else {
        throw MediaError(.badPlaylist("it names no presentation"), url: url)
      }
      variant = first
      let feed = PlaylistFeed(url: address, context: context, imports: playlist.head.variables)
      feeds[address] = feed
      feed.begin()
      let audio = Self.audio(of: playlist.variants[first], playlist)
      main = RenditionReader(feed, kinds: audio == nil ? [.video, .audio] : [.video], context: context)
      renditions = [main]
      try addAudio(audio, playlist)
      try wait(for: feed)
    }
    if main.feed.timeline?.segments.isEmpty == true, main.feed.timeline?.isLive == false {
      throw MediaError(.badPlaylist("it has no segments"), url: main.feed.url)
    }
  }

  private static func audio(of variant: Variant, _ playlist: MultivariantPlaylist) -> URL? {
    VariantSelection.preferred(playlist.renditions(.audio, of: variant))?.url
  }

  private func addAudio(_ address: URL?, _ playlist: MultivariantPlaylist) throws(MediaError) {
    guard let address else { return }
    let feed = PlaylistFeed(url: address, context: context, imports: playlist.head.variables)
    feed.begin()
    let rendition = RenditionReader(feed, kinds: [.audio], context: context)
    rendition.reference = { [unowned main] in main.feed.timeline }
    renditions.append(rendition)
  }

  private func wait(for feed: PlaylistFeed) throws(MediaError) {
    try feed.wait(alignedWith: nil)
    for rendition in renditions.dropFirst() { try rendition.feed.wait(alignedWith: main.feed.timeline) }
  }

  /// The one that tells the time.
  var timeline: PlaylistTimeline { main.feed.timeline ?? PlaylistTimeline(MediaPlaylist()) }

  /// Where playing begins unless somebody wants otherwise.
  var startTime: CMTime {
    StreamStart.time(timeline, start: multivariant?.head.start ?? timeline.playlist.head.start)
  }
}
