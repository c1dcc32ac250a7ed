import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// Loads the date range schedules that a playlist refers to, each once, and records their interstitials and date
/// ranges. Belongs to the reader's thread.
///
/// A document that cannot be loaded or parsed is reported and changes nothing else: playback never fails because of
/// one.
final class StreamSchedules {
  /// A schedule whose load was started.
  private struct PendingSchedule {
    /// The tag that refers to the document.
    let tag: ScheduleTag
    let load: any ResourceLoad
    /// Whether playback start waits for it.
    let isFirst: Bool
  }

  /// Identifies a schedule independently of the variant that refers to it.
  private struct Name: Hashable {
    var id: String
    /// The reference as written in the tag.
    var reference: String
    /// The start date that the tag declares.
    var start: Date
  }

  private let context: StreamContext
  /// The schedules that are loading, in the order of their requests.
  private var waiting: [PendingSchedule] = []
  /// The schedules that were requested, each once.
  private var known: Set<Name> = []
  /// The identifiers of date ranges in the playlist and in all documents, each used once.
  private var identifiers: Set<String> = []
  /// The playlist version processed last.
  private var lastFollowed: (feed: PlaylistFeed, version: Int, readsStream: Bool)?
  /// The date where playback starts.
  private var startDate: Date?
  /// Whether interstitials or answers have changed since `takeInterstitialChange`.
  private var hasChanges = false

  init(_ context: StreamContext) { self.context = context }

  deinit { for pendingSchedule in waiting { pendingSchedule.load.cancel() } }

  /// Whether interstitials or answers have changed since the last call.
  func takeInterstitialChange() -> Bool {
    defer { hasChanges = false }
    return hasChanges
  }

  // MARK: Asking

  /// Requests the schedules of the playlist that have not been requested yet. `place`: the position where playback
  /// joins, when it does.
  func follow(_ feed: PlaylistFeed, joinedAt place: CMTime?) {
    guard let timeline = feed.timeline else { return }
    let readsStream = context.item.interstitials.readsStream
    if let last = lastFollowed, last.feed === feed, last.version == timeline.version, last.readsStream == readsStream {
      return
    }
    lastFollowed = (feed, timeline.version, readsStream)
    let window = timeline.date(at: timeline.range.start)
    if timeline.isLive, let window { forget(before: window) }
    guard readsStream else { return }
    let date = place.flatMap { timeline.date(at: $0) }
    if place != nil { startDate = date }
    for range in timeline.playlist.dateRanges { identifiers.insert(range.id) }
    for tag in timeline.playlist.schedules {
      if let end = tag.end, let window, end <= window { continue }
      request(tag, joinedAt: timeline.isLive ? date : nil, isFirst: place != nil && tag.affectsStart(at: date))
    }
  }

  /// Requests a schedule unless it was requested before.
  private func request(_ tag: ScheduleTag, joinedAt date: Date?, isFirst: Bool) {
    guard known.insert(Name(id: tag.id, reference: tag.reference, start: tag.start)).inserted else { return }
    let load = context.load(
      tag.address(joinedAt: date), from: tag.base.url ?? context.url, policy: .optionalResource, isText: true,
      limit: ResourceLimits.scheduleBytes)
    waiting.append(PendingSchedule(tag: tag, load: load, isFirst: isFirst))
  }

  /// Drops interstitials and date ranges before the live window.
  private func forget(before window: Date) {
    let isOver = { (tag: InterstitialTag) in tag.cue == .atDate && tag.start < window }
    context.item.changeInterstitials { interstitials in
      identifiers.subtract(interstitials.ranges.forget(before: window))
      hasChanges = hasChanges || interstitials.scheduled.contains(where: isOver)
      interstitials.scheduled.removeAll(where: isOver)
    }
  }

  // MARK: Taking

  /// Waits for the schedules that apply where playback starts, no longer than their retry policy allows.
  ///
  /// - Throws: `MediaError` only if the wait was cancelled.
  func awaitFirst() throws(MediaError) {
    while let index = waiting.firstIndex(where: \.isFirst) {
      try take(waiting.remove(at: index))
    }
  }

  /// Processes finished loads.
  func tend() {
    while let index = waiting.firstIndex(where: { $0.load.report.isOver || context.clock.waitsForNetwork }) {
      let pendingSchedule = waiting.remove(at: index)
      do throws(MediaError) {
        try take(pendingSchedule)
      } catch {
        // A seek interrupted the reader: the load is processed in the next call.
        return waiting.insert(pendingSchedule, at: index)
      }
    }
  }

  /// Throws only if waiting was cancelled.
  private func take(_ pendingSchedule: PendingSchedule) throws(MediaError) {
    let tag = pendingSchedule.tag
    do throws(MediaError) {
      let bytes = try context.all(pendingSchedule.load, of: tag.url)
      adopt(try read(bytes, pendingSchedule), of: tag, isFirst: pendingSchedule.isFirst)
      answer(tag, .success(bytes))
    } catch {
      if error.kind == .cancelled { throw error }
      answer(tag, .failure(error))
    }
  }

  /// Parses a document. Its faults are logged, and only a document that is no schedule is an error.
  private func read(_ bytes: [UInt8], _ pendingSchedule: PendingSchedule) throws(MediaError) -> DateRangeSchedule {
    let address = pendingSchedule.load.report.url
    guard let schedule = DateRangeSchedule(bytes, url: address, of: pendingSchedule.tag, known: identifiers) else {
      let error = MediaError(.badPlaylist("it is no schedule of date ranges"), url: address)
      context.journal.note(error)
      throw error
    }
    for fault in schedule.faults { context.journal.note(MediaError(.badPlaylist(fault), url: address)) }
    return schedule
  }

  /// Adds the content of a document to the item, and requests the schedules to which it refers.
  private func adopt(_ schedule: DateRangeSchedule, of tag: ScheduleTag, isFirst: Bool) {
    identifiers.formUnion(schedule.identifiers)
    context.item.changeInterstitials { interstitials in
      // Another player of the item may have loaded it before.
      interstitials.scheduled.removeAll { $0.scheduleID == tag.id }
      interstitials.scheduled += schedule.interstitials
      interstitials.ranges.set(schedule.ranges, of: tag.id)
    }
    for inner in schedule.schedules {
      request(inner, joinedAt: nil, isFirst: isFirst && inner.affectsStart(at: startDate))
    }
  }

  /// Records the result of a schedule for the item's client.
  private func answer(_ tag: ScheduleTag, _ result: Result<[UInt8], MediaError>) {
    context.item.changeInterstitials { $0.answers.append(ScheduleLoadResult(id: tag.id, result: result)) }
    hasChanges = true
  }
}
