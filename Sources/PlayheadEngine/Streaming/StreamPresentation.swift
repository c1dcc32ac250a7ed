import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// The content of an HTTP Live Streaming URL: a single media playlist, or a choice of variants and renditions.
///
/// Belongs to the reader's thread.
final class StreamPresentation {
  /// A selectable audio rendition. Its reader is the main one if the audio is in the variant's segments.
  struct AudioRendition {
    /// The rendition as the playlist of the current variant declares it.
    var rendition: Rendition
    /// The reader of its segments; the main one if the rendition has no URL.
    let reader: RenditionReader
  }

  let context: StreamContext
  /// The multivariant playlist; nil if the URL is a media playlist.
  let multivariant: MultivariantPlaylist?
  /// The choice of the variant. It has no candidates if the URL is a media playlist.
  var selector: VariantSelector
  /// The server's steering of pathways; nil if the playlist declares none.
  let steering: StreamSteering?
  /// The index of the present variant in the playlist.
  var variant: Int?
  /// Seconds of media that are read but not displayed yet.
  var aheadOfReading = 0.0
  /// When queued segments were last checked for an upgrade.
  var lastUpgradeCheck = -Double.infinity
  /// The playlists that were used, by URL. A return to a variant uses the same feed.
  private var feeds: [URL: PlaylistFeed] = [:]
  /// The reader of the variant's own segments: video, and audio if they contain it.
  let main: RenditionReader
  /// The selectable audio renditions in the order of the playlist.
  private(set) var audioRenditions: [AudioRendition] = []
  /// The readers of the subtitle renditions, in the order of the playlist.
  private(set) var texts: [TextRenditionReader] = []
  /// Alternative angles of the video, the default one first; empty if there is only one.
  private(set) var angles: [Rendition] = []
  /// The tracks of the angles.
  var angleTracks: [TrackInfo] = []
  /// The name of the angle that plays; nil for the variants' own video.
  private var angle: String?
  /// The index of the audio rendition that plays first.
  private(set) var firstAudioIndex: Int?

  /// Loads the playlists. Waits for those of the variant and the audio that play first.
  ///
  /// - Throws: `MediaError` if no playlist can be loaded, or it has no variants or segments.
  init(_ context: StreamContext) throws(MediaError) {
    self.context = context
    let load = context.load(context.url, from: nil, policy: .document, isText: true)
    // Loads the libraries while the response is in flight. The network library comes first: the request needs it.
    if context.url.scheme?.lowercased().hasPrefix("http") == true { HTTPClient.loadLibrary() }
    FFmpegLibraries.load()
    let bytes = try context.all(load, of: context.url)
    let url = load.report.url
    switch try context.playlist(bytes, from: url, imports: [:]) {
    case .media(let playlist):
      multivariant = nil
      context.rootPlaylist = url
      steering = nil
      selector = VariantSelector([])
      main = RenditionReader(
        PlaylistFeed(playlist, url: url, context: context), kinds: [.video, .audio], isVariant: true,
        context: context)
    case .multivariant(let playlist):
      multivariant = playlist
      let eligible = VariantSelection.eligible(playlist.variants) { StreamCodecs.canDecode($0) }
      selector = VariantSelector(
        eligible.map { VariantSelector.Candidate(playlist.variants[$0], index: $0) },
        pathway: playlist.contentSteering?.pathwayID)
      steering = playlist.contentSteering?.url.map { StreamSteering($0, from: url, context: context) }
      selector.preferences = context.item.variantPreferences
      selector.expected = context.expectedSpeed
      let first = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index
      let options =
        playlist.variants.indices.contains(first)
        ? RenditionOptions(playlist, of: playlist.variants[first]) : RenditionOptions()
      angles = options.angles
      angle = angles.first?.name
      guard playlist.variants.indices.contains(first),
        let address = Self.address(of: playlist.variants[first], angle, playlist)
      else {
        throw MediaError(.badPlaylist("it names no presentation"), url: url)
      }
      variant = first
      for variant in playlist.variants {
        guard let url = variant.url, variant.bandwidth > 0 else { continue }
        context.journal.variants[url] = .init(
          peak: Double(variant.bandwidth), average: variant.averageBandwidth.map(Double.init))
      }
      let feed = PlaylistFeed(url: address, from: url, context: context, imports: playlist.head.variables)
      feeds[address] = feed
      feed.begin()
      let hasMuxedAudio = options.audio.isEmpty || options.audio.contains { $0.url == nil }
      main = RenditionReader(
        feed, kinds: hasMuxedAudio ? [.video, .audio] : [.video], isVariant: true, context: context)
      add(options, playlist)
      main.switcher.choose = { [unowned self] in chooseVariant() }
      main.switcher.recover = { [unowned self] error in recover(from: error) }
      try wait(for: feed)
    }
    if main.feed.timeline?.segments.isEmpty == true, main.feed.timeline?.isLive == false {
      throw MediaError(.badPlaylist("it has no segments"), url: main.feed.url)
    }
  }

  /// Creates the readers of audio and subtitle renditions.
  private func add(_ options: RenditionOptions, _ playlist: MultivariantPlaylist) {
    firstAudioIndex = RenditionTracks.firstAudioIndex(options, context.item.choice)
    for (index, rendition) in options.audio.enumerated() {
      guard let address = rendition.url else {
        audioRenditions.append(AudioRendition(rendition: rendition, reader: main))
        continue
      }
      let feed = feed(at: address, playlist)
      if index == firstAudioIndex { feed.begin() }
      let reader = RenditionReader(feed, kinds: [.audio], context: context)
      reader.switcher.reference = { [unowned main] in main.feed.timeline }
      audioRenditions.append(AudioRendition(rendition: rendition, reader: reader))
    }
    for rendition in options.subtitles {
      guard let address = rendition.url else { continue }
      let reader = TextRenditionReader(rendition, feed: feed(at: address, playlist), context: context)
      reader.reference = { [unowned main] in main.feed.timeline }
      texts.append(reader)
    }
  }

  /// The readers of video and audio, the main one first.
  var readers: [RenditionReader] {
    var all = [main]
    for audio in audioRenditions where !all.contains(where: { $0 === audio.reader }) { all.append(audio.reader) }
    return all
  }

  /// Waits for the playlist of the first variant, or of another one if that fails, and for that of the first audio.
  private func wait(for feed: PlaylistFeed) throws(MediaError) {
    do throws(MediaError) {
      try feed.wait(alignedWith: nil)
    } catch {
      guard !error.isFinal, recover(from: error) else { throw error }
      return try wait(for: main.switcher.target)
    }
    main.switcher.begin(with: feed)
    if let firstAudioIndex { try audioRenditions[firstAudioIndex].reader.feed.wait(alignedWith: main.feed.timeline) }
  }

  // MARK: Variants

  /// The playlist of a variant by its index; nil if there is none.
  func feed(of index: Int, _ playlist: MultivariantPlaylist) -> PlaylistFeed? {
    guard playlist.variants.indices.contains(index),
      let address = Self.address(of: playlist.variants[index], angle, playlist)
    else { return nil }
    if let known = feeds[address], known.failure == nil { return known }
    feeds[address] = nil
    return feed(at: address, playlist)
  }

  /// The index of the variant that a playlist belongs to.
  func index(of feed: PlaylistFeed, _ playlist: MultivariantPlaylist) -> Int? {
    playlist.variants.firstIndex { Self.address(of: $0, angle, playlist) == feed.url }
  }

  /// The playlist URL of an angle in a variant: the variant's own if the rendition has none (RFC 8216 §4.3.4.2.1).
  private static func address(of variant: Variant, _ angle: String?, _ playlist: MultivariantPlaylist) -> URL? {
    guard let angle else { return variant.url }
    return playlist.renditions(.video, of: variant).first { $0.name == angle }?.url ?? variant.url
  }

  /// Switches to the selected angle when reading restarts. An angle that fails to load changes nothing.
  func followAngle(_ choice: TrackSelection) throws(MediaError) {
    guard let playlist = multivariant, let variant, let first = angleTracks.first else { return }
    var wanted = first.index
    if case .track(let index) = choice.visual { wanted = index }
    guard let place = angleTracks.firstIndex(where: { $0.index == wanted }), angles[place].name != angle else { return }
    let old = angle
    angle = angles[place].name
    guard let feed = feed(of: variant, playlist), feed !== main.feed else { return }
    do throws(MediaError) {
      try feed.wait(alignedWith: main.feed.timeline)
      main.stop()
      main.switcher.begin(with: feed)
    } catch {
      angle = old
      if error.kind == .cancelled { throw error }
      context.journal.note(error)
    }
  }

  /// The feed of a playlist, created if it is not known. Requests nothing.
  private func feed(at address: URL, _ playlist: MultivariantPlaylist) -> PlaylistFeed {
    if let known = feeds[address] { return known }
    let made = PlaylistFeed(
      url: address, from: playlist.url ?? context.url, context: context, imports: playlist.head.variables)
    feeds[address] = made
    return made
  }

  /// Switches audio and subtitles to the matching renditions in the groups of the present variant.
  func follow(_ playlist: MultivariantPlaylist) {
    guard let variant else { return }
    let options = RenditionOptions(playlist, of: playlist.variants[variant])
    for index in audioRenditions.indices where audioRenditions[index].reader !== main {
      guard let match = RenditionOptions.counterpart(of: audioRenditions[index].rendition, in: options.audio),
        let address = match.url, address != audioRenditions[index].reader.switcher.target.url
      else { continue }
      audioRenditions[index].reader.switcher.change(to: feed(at: address, playlist))
    }
    for text in texts {
      guard let match = options.subtitles.first(where: { $0.name == text.rendition.name }), let address = match.url
      else { continue }
      text.change(to: feed(at: address, playlist))
    }
  }

  /// Adds the closed captions that the playlist declares. A playlist that declares none may still contain some, unless
  /// it states `CLOSED-CAPTIONS=NONE`.
  func nameClosedCaptions(in info: inout MediaInfo) {
    guard let playlist = multivariant, let variant else { return }
    let renditions = playlist.renditions(.closedCaptions, of: playlist.variants[variant])
    let tracks = renditions.compactMap { RenditionTracks.closedCaptions($0, timeRange: info.tracks.first?.timeRange) }
    var known: Set<Int> = []
    info.closedCaptions = tracks.filter { known.insert($0.index).inserted }
    info.declaresClosedCaptions = !tracks.isEmpty || playlist.variants[variant].hasNoClosedCaptions
  }

  /// The timeline of the main playlist.
  var timeline: PlaylistTimeline { main.feed.timeline ?? PlaylistTimeline(MediaPlaylist()) }

  /// The default start time.
  var startTime: CMTime {
    StreamStartPolicy.time(
      timeline, start: multivariant?.head.start ?? timeline.playlist.head.start,
      offset: context.item.liveConfiguration.offset)
  }

  /// The latest playable time.
  var edge: CMTime { StreamStartPolicy.edge(timeline, offset: context.item.liveConfiguration.offset) }
}
