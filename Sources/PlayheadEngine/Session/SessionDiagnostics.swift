import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Records playback in the current item's journal and logs, and detects playback that makes no progress. Used on the
/// session's thread.
struct SessionDiagnostics {
  /// When opening began; nil once the startup time was recorded.
  private var openedAt: HostTime?
  /// The position up to which playback is counted; nil while nothing moves.
  private var countedPosition: CMTime?
  /// The number of access log entries and of error log entries at the last report.
  private var accessCount = 0
  private var errorCount = 0
  /// Detects playback that makes no progress.
  private var watchdog = Watchdog()
  /// Groups dropped frames into events.
  private var drops = FrameDropMonitor()

  /// The next check of the progress or of dropped frames; nil while neither is due.
  var nextCheck: HostTime? { [watchdog.nextCheck, drops.nextCheck].compactMap { $0 }.min() }

  // MARK: Logs

  /// The client has replaced the item: the log of the new one is counted from the beginning.
  mutating func itemWasReplaced() {
    openedAt = nil
    countedPosition = nil
    accessCount = 0
    errorCount = 0
  }

  /// Opening of the item begins.
  mutating func openingBegins(at now: HostTime) { openedAt = now }

  /// The item is ready to play: records the startup time, once.
  mutating func itemIsReady(_ context: SessionContext) {
    guard let item = context.item, let openedAt else { return }
    self.openedAt = nil
    let seconds = (context.now - openedAt).seconds
    context.note(.ready(after: seconds))
    item.writeLog { $0.becameReady(after: seconds) }
  }

  /// Counts the media played since the last call, of items with a transfer.
  ///
  /// - Parameter date: The date of the call, for the access log.
  mutating func countPlayback(_ context: SessionContext, date: Date) {
    guard let item = context.item, context.pipeline?.transfer != nil || item.snapshot.transfer != nil else { return }
    guard context.isMoving else {
      countedPosition = nil
      return
    }
    let time = context.position
    let before = countedPosition ?? time
    countedPosition = time
    let decoder = item.videoDecoding.interface?.title ?? context.pipeline?.video?.track.decoderName
    item.writeLog {
      $0.plays(at: time.seconds, date: date)
      $0.decodes(with: decoder)
      $0.watched(abs((time - before).seconds))
    }
  }

  /// The clock has stopped: the next call of `countPlayback` counts from its own position.
  mutating func stopCounting() { countedPosition = nil }

  /// The event of log entries that were added since the last call; nil if there are none.
  mutating func newLogEntries(of item: EngineItem?) -> SessionEvent? {
    guard let item else { return nil }
    let log = item.log
    let hasAccess = log.entries.count != accessCount
    let hasErrors = log.errors.count != errorCount
    guard hasAccess || hasErrors else { return nil }
    accessCount = log.entries.count
    errorCount = log.errors.count
    return .logGrew(item, access: hasAccess, errors: hasErrors)
  }

  // MARK: Progress

  /// Watches the progress while playback is requested, at intervals.
  ///
  /// - Parameter observation: Evaluated when a check is due.
  /// - Returns: The kind of hang if playback has made no progress for too long, once.
  mutating func findHang(
    whilePlaybackIsRequested isRequested: Bool, at now: HostTime, observation: @autoclosure () -> Watchdog.Observation
  ) -> StuckKind? {
    watchdog.watch(isRequested, at: now)
    guard let check = watchdog.nextCheck, check <= now else { return nil }
    return watchdog.look(observation(), at: now)
  }

  /// The process was suspended: time during which no thread ran does not count as a hang.
  mutating func processWasSuspended() { watchdog = Watchdog() }

  // MARK: Dropped frames

  /// Reports dropped frames of the current pipeline in the journal and the access log.
  mutating func reportDrops(_ context: SessionContext) {
    guard let timeline = context.pipeline?.timeline, let count = drops.look(timeline.dropped, at: context.now) else {
      return
    }
    record(dropped: count, context)
  }

  /// Reports the remaining dropped frames of a pipeline that ends.
  mutating func endDrops(_ context: SessionContext) {
    guard let timeline = context.pipeline?.timeline, let count = drops.finish(timeline.dropped, at: context.now) else {
      return
    }
    record(dropped: count, context)
  }

  /// Adds a run of dropped frames to the item's journal and to its access log.
  private func record(dropped count: Int, _ context: SessionContext) {
    context.note(.dropped(frames: count))
    context.item?.writeLog { $0.dropped(count) }
  }
}
