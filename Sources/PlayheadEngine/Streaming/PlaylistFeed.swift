import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming

/// One media playlist, fetched, and kept up to date as long as it may grow. Belongs to the reader's thread.
final class PlaylistFeed {
  let url: URL
  /// The document that names it; nil for the one that the user named.
  private let base: URL?
  private let context: StreamContext
  private let imports: [String: String]
  private(set) var timeline: PlaylistTimeline?
  private var pending: (any ResourceLoad)?
  private var began = HostTime.zero
  /// When it last brought something new.
  private(set) var renewed = HostTime.zero
  private var reload = PlaylistReloadPolicy()
  private var restarts = SequenceRestartDetector()
  /// Its numbers, where its server has begun to count again.
  private var numbering = MediaPlaylist.Renumbering()
  /// Why the last try to fetch it failed.
  private(set) var failure: MediaError?

  /// `base`: the document that names it, if it is not the resource that the user named; `imports`: the variables of
  /// the multivariant playlist.
  init(url: URL, from base: URL? = nil, context: StreamContext, imports: [String: String] = [:]) {
    self.url = url
    self.base = base
    self.context = context
    self.imports = imports
  }

  /// One that is at hand already.
  init(_ playlist: MediaPlaylist, url: URL, context: StreamContext) {
    self.url = url
    base = nil
    self.context = context
    imports = [:]
    timeline = PlaylistTimeline(playlist)
    began = context.clock.now
    renewed = began
  }

  /// Asks for it, unless that is under way. `other`: the playlist that was played so far, which may report how far this one is.
  func begin(reportedBy other: MediaPlaylist? = nil) {
    guard pending == nil, timeline?.isLive != false else { return }
    began = context.clock.now
    let address = reportedAddress(other) ?? address
    pending = context.load(
      address, from: base, policy: isBlocking ? .held(for: target) : .document, isText: true)
  }

  private var target: Double { Double(max(1, timeline?.playlist.targetDuration ?? 0)) }

  /// Whether the server answers when it has something new. Where time waits for the network nothing would ever be new.
  private var isBlocking: Bool {
    timeline?.isLive == true && timeline?.playlist.serverControl.canBlockReload == true
      && !context.clock.waitsForNetwork
  }

  /// With the directives of the second edition, §6.2.5.
  private var address: URL {
    guard isBlocking, let timeline, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    var next = timeline.nextPlace
    next.number -= numbering.segments
    var items = (parts.queryItems ?? []) + Self.directives(next, hasParts: timeline.playlist.partTarget != nil)
    let isKnown = context.clock.now - renewed < .seconds((timeline.playlist.serverControl.canSkipUntil ?? 0) / 2)
    if isKnown, mayLeaveOut { items.append(URLQueryItem(name: "_HLS_skip", value: "YES")) }
    parts.queryItems = items
    return parts.url ?? url
  }

  private static func directives(_ place: SegmentPlace, hasParts: Bool) -> [URLQueryItem] {
    [URLQueryItem(name: "_HLS_msn", value: String(place.number))]
      + (hasParts ? [URLQueryItem(name: "_HLS_part", value: String(place.part))] : [])
  }

  /// Before it was ever seen: the newest version that another playlist reports of it (second edition §4.4.5.4), so that no older one
  /// comes from a cache on the way.
  private func reportedAddress(_ other: MediaPlaylist?) -> URL? {
    guard timeline == nil, let other, other.serverControl.canBlockReload, other.mayGrow,
      let report = other.renditionReports.first(where: { $0.url?.absoluteURL == url.absoluteURL }),
      let number = report.lastMediaSequence
        ?? other.segments.last.map({ $0.mediaSequence - other.renumbered.segments }),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let place = SegmentPlace(number, part: report.lastPart ?? 0)
    parts.queryItems = (parts.queryItems ?? []) + Self.directives(place, hasParts: report.lastPart != nil)
    return parts.url
  }

  /// Whether updates that leave segments out could be used so far.
  private var mayLeaveOut = true

  /// The document that its segments are named by: the playlist, after redirections.
  var segmentBase: URL { timeline?.playlist.url ?? url }

  /// Whether a newer version is on its way.
  var isPending: Bool { pending != nil }

  /// Fetches it once more though nothing new is due: addresses in it may have run out. Waits for it.
  func fetchAnew(alignedWith reference: PlaylistTimeline?) throws(MediaError) {
    pending?.cancel()
    began = context.clock.now
    let address = context.rootPlaylist == url ? context.url : url
    try take(context.load(address, from: base, policy: .document, isText: true), reference)
  }

  /// Waits until it is there. `reference`: another playlist of the same content, by which a live one finds its times.
  func wait(alignedWith reference: PlaylistTimeline?) throws(MediaError) {
    guard timeline == nil else { return }
    begin()
    guard let load = pending else { return }
    do throws(MediaError) {
      try take(load, reference)
    } catch {
      if error.kind != .cancelled { failure = error }
      throw error
    }
  }

  /// Takes what has come, and asks again when it is time to. Returns when that is.
  func tend(alignedWith reference: PlaylistTimeline?) -> HostTime? {
    if let load = pending {
      guard load.report.isOver || context.clock.waitsForNetwork else { return nil }
      do throws(MediaError) {
        try take(load, reference)
      } catch {
        pending = nil
        if error.kind != .cancelled { failure = error }
        reload.answered(withNews: false)
      }
    }
    guard let timeline, timeline.isLive else { return nil }
    let due = began + .seconds(reload.interval(timeline.playlist, holds: isBlocking))
    guard due <= context.clock.now else { return due }
    begin()
    return context.clock.waitsForNetwork ? tend(alignedWith: reference) : nil
  }

  private func take(_ load: any ResourceLoad, _ reference: PlaylistTimeline?) throws(MediaError) {
    pending = nil
    let bytes = try context.all(load, of: url)
    guard case .media(var new) = try context.playlist(bytes, from: load.report.url, imports: imports) else {
      throw MediaError(.badPlaylist("it names another playlist of presentations"), url: url)
    }
    failure = nil
    new.renumber(numbering)
    guard let known = timeline else {
      timeline = reference.map { PlaylistTimeline(new, alignedWith: $0) } ?? PlaylistTimeline(new)
      renewed = context.clock.now
      return
    }
    do throws(PlaylistError) {
      try new.fill(from: known.playlist)
    } catch {
      // Asked for without leaving anything out it is whole again.
      if error == .missingSkippedSegments, mayLeaveOut {
        mayLeaveOut = false
        reload.answered(withNews: false)
        return
      }
      throw MediaError(.badPlaylist(error.description), url: url)
    }
    if new.lastNumber == nil, known.playlist.lastNumber != nil {
      // An encoder that restarts has nothing to show for a moment. What was known stays.
      let hasEnded = new.hasEnded
      new = known.playlist
      new.hasEnded = hasEnded
    }
    let isNew: Bool
    switch restarts.judge(new, after: known.playlist) {
    case .continues: isNew = timeline?.renew(new) ?? false
    case .stale: isNew = false
    case .restarted: isNew = restart(new, after: known.playlist, alignedWith: reference)
    }
    reload.answered(withNews: isNew)
    guard isNew else { return }
    renewed = context.clock.now
    if let first = timeline?.segments.first { context.origins.forget(before: first.discontinuitySequence) }
  }

  /// The server counts from another number: what it has follows on what was known.
  private func restart(
    _ new: MediaPlaylist, after known: MediaPlaylist, alignedWith reference: PlaylistTimeline?
  ) -> Bool {
    var new = new
    numbering = new.renumbering(after: known)
    new.renumber(numbering)
    return timeline?.restart(new, alignedWith: reference) ?? false
  }

  /// Why nothing more is to be expected: it cannot be fetched any more, or its server has forgotten it.
  func reasonToGiveUp() -> MediaError? {
    guard timeline?.isLive == true else { return nil }
    let patience = patience(isFirst: false)
    let silence = (context.clock.now - renewed).seconds
    if let failure, silence >= Self.troublePatience { return failure }
    guard silence >= patience, !isUnanswered else { return nil }
    return MediaError(.stalePlaylist(seconds: Int(saturating: silence)), url: url)
  }

  /// Whether the server has not answered yet whether there is something new. Its silence is a fault of the network,
  /// which the request reports when it fails. A blocking reload waits by design.
  private var isUnanswered: Bool {
    !isBlocking && pending.map { !$0.report.isOver && $0.report.firstByte == nil } ?? false
  }

  /// Why no segment is to be expected of a playlist that is renewed, and yet has brought none since `start`. `isFirst`: it
  /// never has.
  func reasonToGiveUp(waitingSince start: HostTime, isFirst: Bool) -> MediaError? {
    let wait = (context.clock.now - start).seconds
    guard wait >= patience(isFirst: isFirst) else { return nil }
    return MediaError(.badPlaylist("no segment of it could be played for \(Int(saturating: wait)) seconds"), url: url)
  }

  /// When to look for that again.
  func deadline(waitingSince start: HostTime, isFirst: Bool) -> HostTime {
    start + .seconds(patience(isFirst: isFirst))
  }

  private func patience(isFirst: Bool) -> Double {
    isFirst ? Self.patience : max(Self.patience, 3 * min(target, PlaylistReloadPolicy.longest))
  }
  /// The time within which a fault is told, in seconds, less a usual pause between two looks; a playlist may take its own time to
  /// change.
  private static let patience = 8.5
  /// The same where it cannot even be fetched: whoever reads has patience of its own (`ReadRetryPolicy`).
  private static let troublePatience = 5.0
}
