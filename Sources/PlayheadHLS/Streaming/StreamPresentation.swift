import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
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
  /// The choice of the variant; nil if the URL is a media playlist.
  private var variantController: VariantController?
  /// The playlists that were used; nil if the URL is a media playlist.
  private let feeds: VariantFeeds?
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
      feeds = nil
      main = RenditionReader(
        PlaylistFeed(playlist, url: url, context: context), kinds: [.video, .audio], isVariant: true,
        context: context)
    case .multivariant(let playlist):
      multivariant = playlist
      let eligible = VariantSelection.eligible(playlist.variants, includesHDR: true) { StreamCodecs.canDecode($0) }
      var selector = VariantSelector(
        eligible.map { VariantSelector.Candidate(playlist.variants[$0], index: $0) },
        pathway: playlist.contentSteering?.pathwayID)
      selector.preferences = context.variantPreferences
      selector.expected = context.expectedSpeed
      let first = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index
      let options =
        playlist.variants.indices.contains(first)
        ? RenditionOptions(playlist, of: playlist.variants[first]) : RenditionOptions()
      angles = options.angles
      let feeds = VariantFeeds(playlist, angle: angles.first?.name, context: context)
      self.feeds = feeds
      guard let feed = feeds.feed(of: first) else {
        throw MediaError(.badPlaylist("it names no presentation"), url: url)
      }
      for variant in playlist.variants {
        guard let url = variant.url, variant.bandwidth > 0 else { continue }
        context.journal.variants[url] = .init(
          peak: Double(variant.bandwidth), average: variant.averageBandwidth.map(Double.init))
      }
      feed.begin()
      let hasMuxedAudio = options.audio.isEmpty || options.audio.contains { $0.url == nil }
      main = RenditionReader(
        feed, kinds: hasMuxedAudio ? [.video, .audio] : [.video], isVariant: true, context: context)
      add(options, feeds)
      let controller = VariantController(
        selector, variant: first, of: main, feeds: feeds,
        steering: playlist.contentSteering?.url.map { StreamSteering($0, from: url, context: context) },
        context: context
      ) { [unowned self] variant in follow(playlist, variant: variant) }
      variantController = controller
      main.switcher.choose = { [unowned controller] in controller.chooseVariant() }
      main.switcher.recover = { [unowned controller] error in controller.recover(from: error) }
      try wait(for: feed)
    }
    if main.feed.timeline?.segments.isEmpty == true, main.feed.timeline?.isLive == false {
      throw MediaError(.badPlaylist("it has no segments"), url: main.feed.url)
    }
  }

  /// Creates the readers of audio and subtitle renditions.
  private func add(_ options: RenditionOptions, _ feeds: VariantFeeds) {
    firstAudioIndex = RenditionTracks.firstAudioIndex(options, context.item.choice)
    for (index, rendition) in options.audio.enumerated() {
      guard let address = rendition.url else {
        audioRenditions.append(AudioRendition(rendition: rendition, reader: main))
        continue
      }
      let feed = feeds.feed(at: address)
      if index == firstAudioIndex { feed.begin() }
      let reader = RenditionReader(feed, kinds: [.audio], context: context)
      reader.switcher.reference = { [unowned main] in main.feed.timeline }
      audioRenditions.append(AudioRendition(rendition: rendition, reader: reader))
    }
    for rendition in options.subtitles {
      guard let address = rendition.url else { continue }
      let reader = TextRenditionReader(rendition, feed: feeds.feed(at: address), context: context)
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
      guard !error.isFinal, main.switcher.recover(error) else { throw error }
      return try wait(for: main.switcher.target)
    }
    main.switcher.begin(with: feed)
    if let firstAudioIndex { try audioRenditions[firstAudioIndex].reader.feed.wait(alignedWith: main.feed.timeline) }
  }

  // MARK: Variants

  /// Monitors loading, as `VariantController` does. Returns when to check again.
  ///
  /// - Parameter aheadOfReading: Seconds of media that are read but not displayed yet.
  func watchLoading(aheadOfReading: Double) -> HostTime? {
    variantController?.watchLoading(aheadOfReading: aheadOfReading)
  }

  /// Switches to the selected angle when reading restarts. An angle that fails to load changes nothing.
  func followAngle(_ choice: TrackSelection) throws(MediaError) {
    guard let feeds, let variantController, let first = angleTracks.first else { return }
    var wanted = first.index
    if case .track(let index) = choice.visual { wanted = index }
    guard let place = angleTracks.firstIndex(where: { $0.index == wanted }), angles[place].name != feeds.angle else {
      return
    }
    let old = feeds.angle
    feeds.angle = angles[place].name
    guard let feed = feeds.feed(of: variantController.variant), feed !== main.feed else { return }
    do throws(MediaError) {
      try feed.wait(alignedWith: main.feed.timeline)
      main.stop()
      main.switcher.begin(with: feed)
    } catch {
      feeds.angle = old
      if error.kind == .cancelled { throw error }
      context.journal.note(error)
    }
  }

  /// Switches audio and subtitles to the matching renditions in the groups of a variant.
  private func follow(_ playlist: MultivariantPlaylist, variant: Int) {
    guard let feeds else { return }
    let options = RenditionOptions(playlist, of: playlist.variants[variant])
    for index in audioRenditions.indices where audioRenditions[index].reader !== main {
      guard let match = RenditionOptions.counterpart(of: audioRenditions[index].rendition, in: options.audio),
        let address = match.url, address != audioRenditions[index].reader.switcher.target.url
      else { continue }
      audioRenditions[index].reader.switcher.change(to: feeds.feed(at: address))
    }
    for text in texts {
      guard let match = options.subtitles.first(where: { $0.name == text.rendition.name }), let address = match.url
      else { continue }
      text.change(to: feeds.feed(at: address))
    }
  }

  /// Adds the closed captions that the playlist declares. A playlist that declares none may still contain some, unless
  /// it states `CLOSED-CAPTIONS=NONE`.
  func nameClosedCaptions(in info: inout MediaInfo) {
    guard let playlist = multivariant, let variant = variantController?.variant else { return }
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
