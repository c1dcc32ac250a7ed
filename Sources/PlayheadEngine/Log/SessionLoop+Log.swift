import CoreMedia

/// Recording playback in an item's log.
extension SessionLoop {
  /// The state of recording and reporting the log.
  struct LogMark {
    /// When opening began; nil once the startup time was recorded.
    var openedAt: HostTime?
    /// The position up to which playback is counted; nil while nothing moves.
    var watched: CMTime?
    /// The number of access log entries and of error log entries at the last report.
    var entryCount = 0
    var errorCount = 0
  }

  /// Counts the media played since the last call.
  func noteWatching() {
    guard let item, pipeline?.transfer != nil || item.snapshot.transfer != nil else { return }
    guard machine.isMoving else {
      logMark.watched = nil
      return
    }
    let time = clock.time(at: now)
    let before = logMark.watched ?? time
    logMark.watched = time
    let date = shared.environment.clock.date
    item.writeLog {
      $0.plays(at: time.seconds, date: date)
      $0.watched(abs((time - before).seconds))
    }
  }

  /// Records the startup time when the item is ready to play.
  func noteReady() {
    guard let item, let opened = logMark.openedAt else { return }
    logMark.openedAt = nil
    let seconds = (now - opened).seconds
    note(.ready(after: seconds))
    item.writeLog { $0.becameReady(after: seconds) }
  }

  /// Reports new entries.
  func reportLog() {
    guard let item else { return }
    let log = item.log
    let hasAccess = log.entries.count != logMark.entryCount
    let hasErrors = log.errors.count != logMark.errorCount
    guard hasAccess || hasErrors else { return }
    logMark.entryCount = log.entries.count
    logMark.errorCount = log.errors.count
    events.append(.logGrew(item, access: hasAccess, errors: hasErrors))
  }
}
