import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// Underruns: detection, rebuffering and recovery.
extension SessionLoop {
  /// The next time at which the buffers have to be checked; nil while nothing can run out or change.
  var bufferDeadline: HostTime? {
    [buffers.nextCheck, buffers.nextReport, framesEnd].compactMap { $0 }.min()
  }

  /// The time at which the last decoded frame will have been shown, for network sources only: everything else is read
  /// faster than it plays.
  private var framesEnd: HostTime? {
    guard machine.isMoving, !machine.isReversed, clock.isRunning, !progress.hasVideoEnded, let pipeline,
      pipeline.video != nil,
      pipeline.transfer != nil, let end = pipeline.timeline.end, let host = clock.hostTime(ofMedia: end.nanoseconds)
    else { return nil }
    // If the decoder is late rather than the network, the check is repeated.
    return host <= now ? max(host, lastFrameCheck + BufferMonitor.interval) : host
  }

  /// Checks the buffers that are due for a check.
  func watchBuffers() {
    let now = now
    if let end = framesEnd, end <= now {
      lastFrameCheck = now
      if pipeline?.isVideoStarved == true { handleUnderrun() }
    }
    if let look = buffers.nextCheck, look <= now { checkRebuffering() }
    if let report = buffers.nextReport, report <= now { reportBuffers() }
  }

  /// Underrun: no video or audio is left to play.
  func handleUnderrun() {
    guard machine.isMoving else { return }
    perform(machine.starved())
    buffers.ranOut(at: now)
    stallStart = now
    note(.ranOut)
    guard let item else { return }
    announceItem {
      $0.isBufferEmpty = true
      $0.isLikelyToKeepUp = false
    }
    item.writeLog { $0.stalled() }
    if !waitsToMinimizeStalling { setRateToZero() }
    // Clients that are notified of the stall find the player waiting, or paused.
    announceTimeControl()
    events.append(.stalled(item))
  }

  /// Resumes with the buffered media, if that is more than the rest of what is already shown and audible.
  func playNow() {
    guard buffers.isRebuffering, let pipeline, pipeline.secondsAhead(of: clock.time(at: now)) > Self.minimumToResume
    else { return }
    recover(isLikelyToKeepUp: false)
  }
  /// The rest of one frame or of one audio packet is not enough to resume with.
  private static let minimumToResume = 0.04

  /// Ends rebuffering and resumes playback.
  private func recover(isLikelyToKeepUp: Bool) {
    buffers.reset()
    let stalled = stallStart.map { now - $0 } ?? .zero
    if stallStart != nil { note(.resumedAfterStall(after: stalled.seconds)) }
    stallStart = nil
    announceItem {
      $0.isBufferEmpty = false
      $0.isLikelyToKeepUp = isLikelyToKeepUp
    }
    // After an outage the next media of a live stream may begin far after the position: no silence is played up to
    // there.
    if stalled >= Self.longStall { returnToWindow() }
    checkPrimed()
  }

  /// Shorter than the window of a live stream, longer than usual network delays.
  private static let longStall = HostDuration.seconds(5)

  /// Ends rebuffering if enough media is buffered.
  private func checkRebuffering() {
    guard let pipeline else { return buffers.reset() }
    // At double rate, a second of media lasts half as long.
    let ahead = secondsAhead(pipeline) / Double(max(1, machine.rate))
    guard buffers.look(at: now, ahead: ahead, isComplete: hasReadEverything || hasNoCapacity(pipeline)) else { return }
    recover(isLikelyToKeepUp: true)
  }

  /// Whether neither the packet queues nor the byte buffer has capacity for more media. Without a known size bytes
  /// cannot be converted to time, and the packet queues alone decide.
  private func hasNoCapacity(_ pipeline: ItemPipeline) -> Bool {
    guard pipeline.isFull else { return false }
    guard let transfer = pipeline.transfer, transfer.size != nil || transfer.stream != nil else { return true }
    return transfer.isFull
  }

  /// Seconds of buffered media after the position: decoded media, packets, and bytes at the average bit rate.
  func secondsAhead(_ pipeline: ItemPipeline) -> Double {
    let ahead = pipeline.secondsAhead(of: clock.time(at: now))
    if let stream = pipeline.transfer?.stream { return max(ahead, stream.loadedEnd - clock.time(at: now).seconds) }
    let duration = item?.snapshot.duration ?? .indefinite
    guard let transfer = pipeline.transfer, let size = transfer.size, size > 0, duration.isNumeric else { return ahead }
    return ahead + Double(transfer.bytesAhead) / Double(size) * duration.seconds
  }

  // MARK: Reports

  /// Starts reporting loaded ranges.
  func watchLoading() {
    if pipeline?.transfer != nil, buffers.nextReport == nil { buffers.nextReport = now + BufferMonitor.reportInterval }
  }

  /// Updates the transfer state, the loaded ranges and the live steering.
  private func reportBuffers() {
    buffers.nextReport = nil
    guard let item, let pipeline, let transfer = pipeline.transfer else { return }
    let old = item.snapshot
    let times =
      transfer.stream.map(BufferMonitor.times)
      ?? BufferMonitor.times(of: transfer.loaded, size: transfer.size, duration: old.duration)
    let isLikely = !buffers.isRebuffering && isLikelyToKeepUp(transfer, pipeline)
    item.update { $0.transfer = transfer }
    if transfer.stream == nil { item.writeLog { $0.update(transfer, of: item.url) } }
    countPlayback()
    reportLog()
    applyForwardBuffer(transfer, old.duration)
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
    if machine.isMoving || buffers.isRebuffering || transfer != old.transfer || isLive {
      buffers.nextReport = now + BufferMonitor.reportInterval
    }
  }

  /// Applies the requested forward buffer as bytes of a file of known size. A segmented stream counts in seconds
  /// itself.
  private func applyForwardBuffer(_ transfer: TransferSnapshot, _ duration: CMTime) {
    guard transfer.stream == nil, let item, let pipeline else { return }
    guard let requestedSeconds = item.forwardBuffer, let size = transfer.size, duration.isNumeric, duration > .zero
    else {
      return pipeline.setReadAhead(nil)
    }
    pipeline.setReadAhead(Int(saturating: min(1e12, Double(size) / duration.seconds * requestedSeconds)))
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
    if isNew { adoptInterstitials() }
    limitVisibleFrames()
    announceItem {
      $0.playlistVersion = stream.version
      $0.seekableRange = window
      $0.recommendedOffset = recommended
      if isNewDuration, let duration { $0.duration = duration }
    }
  }

  /// For segmented streams, in seconds: less than a usual segment does not bridge a slow one.
  private static let comfortableStream = 4.0

  /// Whether enough is buffered for a while, or media arrives faster than it is played.
  private func isLikelyToKeepUp(_ transfer: TransferSnapshot, _ pipeline: ItemPipeline) -> Bool {
    if transfer.isFull || hasReadEverything { return true }
    if transfer.stream != nil { return secondsAhead(pipeline) >= Self.comfortableStream * Double(max(1, machine.rate)) }
    let duration = item?.snapshot.duration ?? .indefinite
    guard let throughput = transfer.throughput, let size = transfer.size, duration.isNumeric, duration > .zero else {
      return pipeline.secondsAhead(of: clock.time(at: now)) >= BufferMonitor.firstGoal
    }
    return throughput > Double(size) * 8 / duration.seconds * Double(max(1, machine.rate))
  }
}
