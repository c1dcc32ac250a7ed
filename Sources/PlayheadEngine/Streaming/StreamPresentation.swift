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
  private var chooser: VariantChooser
  /// The variant that segments are asked from, by its place in the playlist.
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
      chooser = VariantChooser([])
      main = RenditionReader(
        PlaylistFeed(playlist, url: url, context: context), kinds: [.video, .audio], context: context)
      renditions = [main]
    case .multivariant(let playlist):
      multivariant = playlist
      let eligible = VariantSelection.eligible(playlist.variants) { StreamCodecs.canDecode($0) }
      chooser = VariantChooser(eligible.map { VariantChooser.Candidate(playlist.variants[$0], index: $0) })
      chooser.wishes = context.item.variantWishes
      let first = chooser.choose(current: nil, ahead: 0, now: 0).index
      guard playlist.variants.indices.contains(first), let address = playlist.variants[first].url else {
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
      main.choose = { [unowned self] in chooseVariant() }
      main.recover = { [unowned self] error in recover(from: error) }
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
    do throws(MediaError) {
      try feed.wait(alignedWith: nil)
    } catch {
      guard error.kind != .cancelled, recover(from: error) else { throw error }
      return try wait(for: main.wantedFeed)
    }
    main.beginWith(feed)
    for rendition in renditions.dropFirst() { try rendition.feed.wait(alignedWith: main.feed.timeline) }
  }

  // MARK: Variants

  private var now: Double { Double(context.clock.now.nanoseconds) / 1e9 }

  private func chooseVariant() {
    guard let playlist = multivariant, let variant else { return }
    chooser.wishes = context.item.variantWishes
    for report in main.queue.takeFinished() where !context.clock.waitsForNetwork {
      chooser.loaded(bytes: report.bytes, seconds: report.seconds ?? 0)
    }
    let decision = chooser.choose(current: variant, ahead: main.queue.secondsWaiting, now: now)
    guard decision.index != variant, let feed = feed(of: decision.index, playlist) else { return }
    self.variant = decision.index
    main.change(to: feed)
    followAudio(playlist)
  }

  /// Whether there is another variant to go on with.
  private func recover(from error: MediaError) -> Bool {
    guard let playlist = multivariant, let failed = variant, chooser.failed(failed, at: now) else { return false }
    let decision = chooser.choose(current: failed, ahead: 0, now: now)
    guard decision.index != failed, let feed = feed(of: decision.index, playlist) else { return false }
    variant = decision.index
    main.replace(with: feed)
    followAudio(playlist)
    return true
  }

  private func feed(of index: Int, _ playlist: MultivariantPlaylist) -> PlaylistFeed? {
    guard playlist.variants.indices.contains(index), let address = playlist.variants[index].url else { return nil }
    if let known = feeds[address], known.failure == nil { return known }
    let made = PlaylistFeed(url: address, context: context, imports: playlist.head.variables)
    feeds[address] = made
    return made
  }

  /// Another variant may have sound of another group: the rendition of the same name there.
  private func followAudio(_ playlist: MultivariantPlaylist) {
    guard let variant, renditions.count > 1, let audio = renditions.last else { return }
    let present = playlist.renditions.first { $0.kind == .audio && $0.url == audio.wantedFeed.url }
    let group = playlist.renditions(.audio, of: playlist.variants[variant])
    guard let match = group.first(where: { $0.name == present?.name }) ?? VariantSelection.preferred(group),
      let address = match.url, address != audio.wantedFeed.url
    else { return }
    let feed = feeds[address] ?? PlaylistFeed(url: address, context: context, imports: playlist.head.variables)
    feeds[address] = feed
    audio.change(to: feed)
  }

  /// The one that tells the time.
  var timeline: PlaylistTimeline { main.feed.timeline ?? PlaylistTimeline(MediaPlaylist()) }

  /// Where playing begins unless somebody wants otherwise.
  var startTime: CMTime {
    StreamStart.time(timeline, start: multivariant?.head.start ?? timeline.playlist.head.start)
  }
}
