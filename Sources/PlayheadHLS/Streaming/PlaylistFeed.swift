import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// Loads a media playlist and reloads it while it may grow. Belongs to the reader's thread.
package final class PlaylistFeed {
  /// The URL of the playlist, before redirections and without delivery directives.
  package let url: URL
  /// The document that refers to this playlist; nil for the URL that the user opened.
  private let base: URL?
  private let context: StreamContext
  /// The variables of the multivariant playlist, by name, for `EXT-X-DEFINE:IMPORT` (RFC 8216bis §4.4.2.3).
  private let imports: [String: String]
  /// The segments and their times; nil before the first load.
  package private(set) var timeline: PlaylistTimeline?
  /// The load in progress; nil: none.
  private var pending: (any ResourceLoad)?
  /// When the last load was started, on the engine's clock.
  private var began = HostTime.zero
  /// When a reload last brought changes.
  private(set) var renewed = HostTime.zero
  /// Decides when the playlist is reloaded.
  private var reload = PlaylistReloadPolicy()
  /// Whether a reload was due that is not permitted while playback is paused.
  private var isSuspended = false
  /// Distinguishes a restarted sequence count from an outdated playlist.
  private var restarts = SequenceRestartDetector()
  /// The offset of its sequence numbers after the server restarted its count.
  private var numbering = MediaPlaylist.Renumbering()
  /// Why the last attempt to load it failed.
  private(set) var failure: MediaError?

  /// `base`: the document that refers to it, unless it is the URL that the user opened; `imports`: the variables of the
  /// multivariant playlist.
  package init(url: URL, from base: URL? = nil, context: StreamContext, imports: [String: String] = [:]) {
    self.url = url
    self.base = base
    self.context = context
    self.imports = imports
  }

  /// A playlist that is already loaded.
  package init(_ playlist: MediaPlaylist, url: URL, context: StreamContext) {
    self.url = url
    base = nil
    self.context = context
    imports = [:]
    timeline = PlaylistTimeline(playlist)
    began = context.clock.now
    renewed = began
  }

  /// Starts a reload unless one is in progress. `other`: the playlist played so far, whose rendition report may cover
  /// this one.
  func begin(reportedBy other: MediaPlaylist? = nil) {
    guard pending == nil, timeline?.isLive != false else { return }
    began = context.clock.now
    let address = reportedAddress(other) ?? address
    pending = context.load(
      address, from: base, policy: isBlocking ? .held(for: target) : .document, isText: true)
  }

  /// The target duration in seconds, at least one.
  private var target: Double { Double(max(1, timeline?.playlist.targetDuration ?? 0)) }

  /// Whether the server supports blocking reloads. A clock that waits for the network cannot use them: media time would
  /// not advance while the request is held.
  private var isBlocking: Bool {
    timeline?.isLive == true && timeline?.playlist.serverControl.canBlockReload == true
      && !context.clock.waitsForNetwork
  }

  /// The URL with delivery directives (RFC 8216bis §6.2.5).
  private var address: URL {
    guard isBlocking, let timeline, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    var next = timeline.nextPosition
    next.number -= numbering.segments
    var items = (parts.queryItems ?? []) + Self.directives(next, hasParts: timeline.playlist.partTarget != nil)
    let isKnown = context.clock.now - renewed < .seconds((timeline.playlist.serverControl.canSkipUntil ?? 0) / 2)
    if isKnown, usesDeltaUpdates { items.append(URLQueryItem(name: "_HLS_skip", value: "YES")) }
    parts.queryItems = items
    return parts.url ?? url
  }

  /// The query items for a blocking reload until a position is available. `hasParts`: the playlist has partial
  /// segments.
  private static func directives(_ place: SegmentPosition, hasParts: Bool) -> [URLQueryItem] {
    [URLQueryItem(name: "_HLS_msn", value: String(place.number))]
      + (hasParts ? [URLQueryItem(name: "_HLS_part", value: String(place.part))] : [])
  }

  /// The URL for the first load, with the newest position from another playlist's rendition report (RFC 8216bis
  /// §4.4.5.4), so that an intermediate cache does not answer with an older version.
  private func reportedAddress(_ other: MediaPlaylist?) -> URL? {
    guard timeline == nil, let other, other.serverControl.canBlockReload, other.mayGrow,
      let report = other.renditionReports.first(where: { $0.url?.absoluteURL == url.absoluteURL }),
      let number = report.lastMediaSequence
        ?? other.segments.last.map({ $0.mediaSequence - other.renumbered.segments }),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let place = SegmentPosition(number, part: report.lastPart ?? 0)
    parts.queryItems = (parts.queryItems ?? []) + Self.directives(place, hasParts: report.lastPart != nil)
    return parts.url
  }

  /// Whether delta updates (`EXT-X-SKIP`) have been usable so far.
  private var usesDeltaUpdates = true

  /// The document that refers to its segments: the playlist, after redirections.
  var segmentBase: URL { timeline?.playlist.url ?? url }

  /// Whether a reload is in progress.
  package var isPending: Bool { pending != nil }

  /// Reloads the playlist before it is due, as the URLs in it may have expired. Waits for the result.
  ///
  /// - Parameter reference: Another playlist of the same content that a live playlist is aligned with.
  /// - Throws: `MediaError` if the load or the parser fails. The known playlist remains.
  func reloadNow(alignedWith reference: PlaylistTimeline?) throws(MediaError) {
    pending?.cancel()
    began = context.clock.now
    let address = context.rootPlaylist == url ? context.url : url
    try take(context.load(address, from: base, policy: .document, isText: true), reference)
  }

  /// Waits for the first load. `reference`: another playlist of the same content that a live playlist is aligned with.
  package func wait(alignedWith reference: PlaylistTimeline?) throws(MediaError) {
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

  /// Processes a finished reload and starts the next one when it is due. Returns the time of the next reload.
  ///
  /// Called regularly by the reader. A failed reload is recorded in `failure`, and repeated when the next one is due.
  /// Nil if no reload is planned, or while one is in progress.
  func tend(alignedWith reference: PlaylistTimeline?) -> HostTime? {
    if let load = pending {
      guard load.report.isOver || context.clock.waitsForNetwork else { return nil }
      do throws(MediaError) {
        try take(load, reference)
      } catch {
        pending = nil
        if error.kind != .cancelled { failure = error }
        reload.answered(withChanges: false)
      }
    }
    guard let timeline, timeline.isLive, mayReload() else { return nil }
    let due = began + .seconds(reload.interval(timeline.playlist, holds: isBlocking))
    guard due <= context.clock.now else { return due }
    begin()
    return context.clock.waitsForNetwork ? tend(alignedWith: reference) : nil
  }

  /// Whether reloading is permitted. The time for which it was not does not count as the server's silence.
  private func mayReload() -> Bool {
    let isPermitted = context.item.mayReload
    if isPermitted, isSuspended { renewed = context.clock.now }
    isSuspended = !isPermitted
    return isPermitted
  }

  /// Waits for a load, then parses its playlist and applies it to the timeline. A delta update is completed from the
  /// known playlist.
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
      // A reload without `_HLS_skip` returns the complete playlist.
      if error == .missingSkippedSegments, usesDeltaUpdates {
        usesDeltaUpdates = false
        reload.answered(withChanges: false)
        return
      }
      throw MediaError(.badPlaylist(error.description), url: url)
    }
    if new.lastNumber == nil, known.playlist.lastNumber != nil {
      // A restarting encoder may publish an empty playlist for a moment: the known segments are retained.
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
    reload.answered(withChanges: isNew)
    guard isNew else { return }
    renewed = context.clock.now
    if let first = timeline?.segments.first { context.origins.forget(before: first.discontinuitySequence) }
  }

  /// Appends a playlist whose server restarted its sequence numbers.
  ///
  /// - Returns: Whether the timeline has changed.
  private func restart(
    _ new: MediaPlaylist, after known: MediaPlaylist, alignedWith reference: PlaylistTimeline?
  ) -> Bool {
    var new = new
    numbering = new.renumbering(after: known)
    new.renumber(numbering)
    return timeline?.restart(new, alignedWith: reference) ?? false
  }

  /// The error once no more segments can be expected: the playlist fails to load, or it is stale. Nil until then.
  func terminalError() -> MediaError? {
    guard timeline?.isLive == true, mayReload() else { return nil }
    let staleTimeout = staleTimeout(isFirst: false)
    let silence = (context.clock.now - renewed).seconds
    if let failure, silence >= Self.failureTimeout { return failure }
    guard silence >= staleTimeout, !isUnanswered else { return nil }
    return MediaError(.stalePlaylist(seconds: Int(saturating: silence)), url: url)
  }

  /// Whether a non-blocking reload is in progress without a first byte. A silent server is a network fault, which the
  /// request reports when it fails. A blocking reload waits by design.
  private var isUnanswered: Bool {
    !isBlocking && pending.map { !$0.report.isOver && $0.report.firstByte == nil } ?? false
  }

  /// The error once a playlist that reloads successfully has brought no segment since `start`. `isFirst`: it never has.
  func terminalError(waitingSince start: HostTime, isFirst: Bool) -> MediaError? {
    let wait = (context.clock.now - start).seconds
    guard wait >= staleTimeout(isFirst: isFirst) else { return nil }
    return MediaError(.badPlaylist("no segment of it could be played for \(Int(saturating: wait)) seconds"), url: url)
  }

  /// When to check for that again.
  func deadline(waitingSince start: HostTime, isFirst: Bool) -> HostTime {
    start + .seconds(staleTimeout(isFirst: isFirst))
  }

  /// The time in seconds after which an unchanged live playlist is reported. `isFirst`: it has never had a segment.
  private func staleTimeout(isFirst: Bool) -> Double {
    isFirst ? Self.staleTimeout : max(Self.staleTimeout, 3 * min(target, PlaylistReloadPolicy.longest))
  }
  /// The time after which a fault is reported, in seconds, minus a usual interval between two checks. A playlist with a
  /// longer target duration gets more time to change.
  private static let staleTimeout = 8.5
  /// The same for a playlist that cannot be loaded at all: the reader has a retry policy of its own
  /// (`ReadRetryPolicy`).
  private static let failureTimeout = 5.0
}
