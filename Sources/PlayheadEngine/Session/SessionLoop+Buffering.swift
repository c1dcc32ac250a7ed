import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline

/// Stalls, recovery from them, and reports of buffered media.
extension SessionLoop {
  /// Checks the buffers that are due for a check.
  func watchBuffers() {
    let context = context
    if buffering.hasVideoRunOut(context, progress) { handleUnderrun() }
    if buffering.isRebuffered(context, progress) { recover(isLikelyToKeepUp: true) }
    if buffering.takeDueReport(at: context.now) { reportBuffers() }
  }

  /// Underrun: no video or audio is left to play.
  func handleUnderrun() {
    guard machine.isMoving else { return }
    perform(machine.starved())
    buffering.ranOut(at: now)
    note(.ranOut)
    guard let item else { return }
    announceItem {
      $0.isBufferEmpty = true
      $0.isLikelyToKeepUp = false
    }
    item.writeLog { $0.stalled() }
    if !buffering.waitsToMinimizeStalling { setRateToZero() }
    // Clients that are notified of the stall find the player waiting, or paused.
    announceTimeControl()
    publisher.add(.stalled(item))
  }

  /// Resumes with the buffered media, if that is more than the rest of what is already shown and audible.
  func playNow() {
    if buffering.canResumeNow(context) { recover(isLikelyToKeepUp: false) }
  }

  /// Ends rebuffering and resumes playback.
  private func recover(isLikelyToKeepUp: Bool) {
    let stalled = buffering.recover(at: now)
    if let stalled { note(.resumedAfterStall(after: stalled.seconds)) }
    announceItem {
      $0.isBufferEmpty = false
      $0.isLikelyToKeepUp = isLikelyToKeepUp
    }
    // After an outage the next media of a live stream may begin far after the position: no silence is played up to
    // there.
    if let stalled, stalled >= Self.longStall { returnToWindow() }
    checkPrimed()
  }

  /// Shorter than the window of a live stream, longer than usual network delays.
  private static let longStall = HostDuration.seconds(5)

  // MARK: Reports

  /// Updates the transfer state, the loaded ranges and the live steering.
  private func reportBuffers() {
    guard let item, let pipeline, let media = BufferingController.bufferedMedia(context, progress),
      let transfer = media.transfer
    else { return }
    let old = item.snapshot
    let times =
      transfer.stream.map(BufferMonitor.times)
      ?? BufferMonitor.times(of: transfer.loaded, size: transfer.size, duration: old.duration)
    let isLikely = !buffering.isRebuffering && media.isLikelyToKeepUp
    item.update { $0.transfer = transfer }
    if transfer.stream == nil { item.writeLog { $0.update(transfer, of: item.url) } }
    countPlayback()
    reportLog()
    // A segmented stream counts in seconds itself.
    if transfer.stream == nil { pipeline.setReadAhead(media.readAheadBytes(for: item.forwardBuffer)) }
    if let stream = transfer.stream {
      reportWindow(stream, old)
      steerToLive(stream)
    }
    if times != old.loadedTimeRanges || isLikely != old.isLikelyToKeepUp || transfer.isFull != old.isBufferFull {
      announceItem {
        $0.loadedTimeRanges = times
        $0.isLikelyToKeepUp = isLikely
        $0.isBufferFull = transfer.isFull
      }
    }
    // While nothing moves and nothing arrives there is nothing to report: the next start resumes the reports.
    let isLive = transfer.stream.map { $0.duration == nil } ?? false
    if machine.isMoving || buffering.isRebuffering || transfer != old.transfer || isLive {
      buffering.scheduleReport(at: now)
    }
  }

  /// Reports the seekable range of a stream, and its duration once known: a live stream becomes on demand when it has
  /// ended.
  private func reportWindow(_ stream: StreamSnapshot, _ old: ItemSnapshot) {
    let window = stream.seekable.map(BufferMonitor.time)
    let duration = stream.duration.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
    let isNewDuration = duration != nil && !old.duration.isNumeric
    let recommended = stream.duration == nil ? stream.holdBack : nil
    let isNew = stream.version != old.playlistVersion
    guard window != old.seekableRange || isNewDuration || recommended != old.recommendedOffset || isNew else { return }
    if isNew { interstitials.adopt(context) }
    limitVisibleFrames()
    announceItem {
      $0.playlistVersion = stream.version
      $0.seekableRange = window
      $0.recommendedOffset = recommended
      if isNewDuration, let duration { $0.duration = duration }
    }
  }
}
