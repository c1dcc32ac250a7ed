import CoreMedia

/// What playing writes into an item's log.
extension SessionLoop {
  /// How far the log is written and told.
  struct LogMark {
    var openedAt: HostTime?
    /// Up to where playing is counted; nil while nothing moves.
    var watched: CMTime?
    var entryCount = 0
    var errorCount = 0
  }

  /// Counts what was played since the last time.
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

  func noteReady() {
    guard let item, let opened = logMark.openedAt else { return }
    logMark.openedAt = nil
    let seconds = (now - opened).seconds
    note(.ready(after: seconds))
    item.writeLog { $0.becameReady(after: seconds) }
  }

  /// Tells of entries that are new.
  func tellLog() {
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
