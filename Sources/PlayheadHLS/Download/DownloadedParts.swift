import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// The downloaded parts of a stream: the media playlists of one variant and of its selected renditions.
struct DownloadedParts {
  /// The variant first, then the selected renditions with playlists of their own.
  private(set) var parts: [DownloadPlan.Part] = []
  /// The chosen variant; nil if the address is that of a media playlist.
  private(set) var variant: VariantInfo?
  /// The text of the multivariant playlist in the package.
  private(set) var rootPlaylist = ""
  /// Identifies the selection of variant and renditions.
  private(set) var names: [String] = []

  /// Loads the playlists. Throws for live streams.
  ///
  /// - Throws: `badPlaylist` for a live stream, an empty playlist, or one without a playable variant; or the failure of
  ///   a request.
  init(_ url: URL, _ preferences: StreamDownload.Preferences, _ context: StreamContext) throws(MediaError) {
    let load = context.load(url, from: nil, policy: .document, isText: true)
    let bytes = try context.all(load, of: url)
    switch try context.playlist(bytes, from: load.report.url, imports: [:]) {
    case .media(let playlist):
      try add(playlist, url)
      names = ["media"]
      rootPlaylist = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n0/index.m3u8\n"
    case .multivariant(let playlist): try choose(playlist, preferences, context)
    }
  }

  /// Chooses the variant and the renditions, and loads their playlists.
  private mutating func choose(
    _ playlist: MultivariantPlaylist, _ preferences: StreamDownload.Preferences, _ context: StreamContext
  ) throws(MediaError) {
    guard let index = preferences.choice.variant(of: playlist, canDecode: StreamCodecs.canDecode),
      let address = playlist.variants[index].url
    else { throw MediaError(.badPlaylist("it names no presentation"), url: context.url) }
    let variant = playlist.variants[index]
    self.variant = VariantInfo.variants(of: playlist).first { $0.index == index }
    names.append(variant.uri)
    try add(fetch(address, playlist, context), address)
    var selected: [(Rendition, String?)] = []
    let options = RenditionOptions(playlist, of: variant)
    let first = VariantSelection.preferred(options.audio)?.name
    for rendition in options.audio + options.subtitles {
      let isSelected =
        preferences.renditions?.contains(rendition.name) ?? (rendition.kind == .audio && rendition.name == first)
      // An audio rendition in the variant's own segments is always available.
      guard isSelected || rendition.url == nil else { continue }
      names.append("\(rendition.kind.rawValue) \(rendition.name)")
      guard let address = rendition.url else {
        selected.append((rendition, nil))
        continue
      }
      try add(fetch(address, playlist, context), address)
      selected.append((rendition, "\(parts.count - 1)/index.m3u8"))
    }
    rootPlaylist = PlaylistWriter.text(variant, file: "0/index.m3u8", renditions: selected, start: playlist.head.start)
  }

  /// Loads and parses one media playlist on the calling thread.
  private func fetch(
    _ address: URL, _ playlist: MultivariantPlaylist, _ context: StreamContext
  ) throws(MediaError) -> MediaPlaylist {
    let load = context.load(address, from: playlist.url ?? context.url, policy: .document, isText: true)
    let bytes = try context.all(load, of: address)
    guard
      case .media(let media) = try context.playlist(bytes, from: load.report.url, imports: playlist.head.variables)
    else { throw MediaError(.badPlaylist("it names another playlist of presentations"), url: address) }
    return media
  }

  /// Adds a playlist as the next part.
  private mutating func add(_ playlist: MediaPlaylist, _ url: URL) throws(MediaError) {
    guard !playlist.mayGrow else { throw MediaError(.badPlaylist("it is a broadcast that has not ended"), url: url) }
    guard !playlist.segments.isEmpty else { throw MediaError(.badPlaylist("it has no segments"), url: url) }
    parts.append(DownloadPlan.Part(playlist: playlist, folder: String(parts.count)))
  }
}
