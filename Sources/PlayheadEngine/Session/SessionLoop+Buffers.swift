import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadNetworking

/// Media that does not come in time: noticing it, waiting, and going on by itself.
extension SessionLoop {
  /// When buffers have to be looked at next; nil while nothing can run out or change.
  var bufferDeadline: HostTime? {
    [buffers.nextLook, buffers.nextReport, picturesEnd].compactMap { $0 }.min()
  }

  /// When the last picture at hand will have been seen, for what comes over a network: everything else is read faster than it plays.
  private var picturesEnd: HostTime? {
    guard machine.isMoving, !machine.isReversed, clock.isRunning, !progress.hasVideoEnded, let pipeline,
      pipeline.video != nil,
      pipeline.transfer != nil, let end = pipeline.timeline.end, let host = clock.hostTime(ofMedia: end.nanoseconds)
    else { return nil }
    // Where it is the decoder that is late, it is looked at again.
    return host <= now ? max(host, lastPictureLook + BufferWatch.interval) : host
  }

  func watchBuffers() {
    let now = now
    if let end = picturesEnd, end <= now {
      lastPictureLook = now
      if pipeline?.lacksPictures == true { runOut() }
    }
    if let look = buffers.nextLook, look <= now { lookAtRefill() }
    if let report = buffers.nextReport, report <= now { reportBuffers() }
  }

  /// Nothing is left to show or to sound.
  func runOut() {
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
    if !waitsToMinimizeStalling { fallToPause() }
    // Who is told of the stall finds the player waiting, or paused.
    announceTimeControl()
    events.append(.stalled(item))
  }

  /// Goes on with what is at hand, if that is more than the rest of what is shown and heard already.
  func playNow() {
    guard buffers.isRefilling, let pipeline, pipeline.secondsAhead(of: clock.time(at: now)) > Self.least else { return }
    goOn(isLikelyToKeepUp: false)
  }
  /// What is left of a picture or a packet of sound is nothing to go on with.
  private static let least = 0.04

  private func goOn(isLikelyToKeepUp: Bool) {
    buffers.reset()
    let stalled = stallStart.map { now - $0 } ?? .zero
    if stallStart != nil { note(.wentOn(after: stalled.seconds)) }
    stallStart = nil
    announceItem {
      $0.isBufferEmpty = false
      $0.isLikelyToKeepUp = isLikelyToKeepUp
    }
    // After an outage the next media of a live stream may begin far behind the position: no silence is played up to
    // there.
    if stalled >= Self.longStall { returnToWindow() }
    checkPrimed()
  }

  /// Shorter than the window of a live stream, longer than a network usually takes.
  private static let longStall = HostDuration.seconds(5)

  private func lookAtRefill() {
    guard let pipeline else { return buffers.reset() }
    // Twice as fast, a second of media lasts half as long.
    let ahead = secondsAhead(pipeline) / Double(max(1, machine.rate))
    guard buffers.look(at: now, ahead: ahead, isComplete: hasReadEverything || hasNoRoom(pipeline)) else { return }
    goOn(isLikelyToKeepUp: true)
  }

  /// Whether more media would have nowhere to go: neither as packets nor as bytes. Where no size is known bytes cannot be counted
  /// as time, and packets decide alone.
  private func hasNoRoom(_ pipeline: ItemPipeline) -> Bool {
    guard pipeline.isFull else { return false }
    guard let transfer = pipeline.transfer, transfer.size != nil || transfer.stream != nil else { return true }
    return transfer.isFull
  }

  /// Seconds of media at hand after the position: pictures and sound, packets, and bytes at the rate of the whole.
  func secondsAhead(_ pipeline: ItemPipeline) -> Double {
    let ahead = pipeline.secondsAhead(of: clock.time(at: now))
    if let stream = pipeline.transfer?.stream { return max(ahead, stream.loadedEnd - clock.time(at: now).seconds) }
    let duration = item?.snapshot.duration ?? .indefinite
    guard let transfer = pipeline.transfer, let size = transfer.size, size > 0, duration.isNumeric else { return ahead }
    return ahead + Double(transfer.bytesAhead) / Double(size) * duration.seconds
  }

  // MARK: Telling

  /// What is loaded changes from now on.
  func watchLoading() {
    if pipeline?.transfer != nil, buffers.nextReport == nil { buffers.nextReport = now + BufferWatch.reportInterval }
  }

  private func reportBuffers() {
    buffers.nextReport = nil
    guard let item, let pipeline, let transfer = pipeline.transfer else { return }
    let old = item.snapshot
    let times =
      transfer.stream.map(BufferWatch.times)
      ?? BufferWatch.times(of: transfer.loaded, size: transfer.size, duration: old.duration)
    let isLikely = !buffers.isRefilling && isLikelyToKeepUp(transfer, pipeline)
    item.update { $0.transfer = transfer }
    if transfer.stream == nil { item.writeLog { $0.update(transfer, of: item.url) } }
    noteWatching()
    tellLog()
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
    // While nothing moves and nothing comes there is nothing to tell: the next start begins to look again.
    let isLive = transfer.stream.map { $0.duration == nil } ?? false
    if machine.isMoving || buffers.isRefilling || transfer != old.transfer || isLive {
      buffers.nextReport = now + BufferWatch.reportInterval
    }
  }

  /// Seconds that a program wants ahead, as bytes of a film whose size is known. A stream in segments counts in seconds itself.
  private func applyForwardBuffer(_ transfer: TransferSnapshot, _ duration: CMTime) {
    guard transfer.stream == nil, let item, let pipeline else { return }
    guard let wish = item.forwardBuffer, let size = transfer.size, duration.isNumeric, duration > .zero else {
      return pipeline.setAhead(nil)
    }
    pipeline.setAhead(Int(saturating: min(1e12, Double(size) / duration.seconds * wish)))
  }

  /// Where one can go to in a stream, and how long it is once that is known: a live one turns into one on demand when it has ended.
  private func reportWindow(_ stream: StreamSnapshot, _ old: ItemSnapshot) {
    let window = stream.seekable.map(BufferWatch.time)
    let duration = stream.duration.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
    let isNewDuration = duration != nil && !old.duration.isNumeric
    let recommended = stream.duration == nil ? stream.holdBack : nil
    let isNew = stream.version != old.playlistVersion
    guard window != old.seekableRange || isNewDuration || recommended != old.recommendedOffset || isNew else { return }
    if isNew { adoptInterstitials() }
    limitPictures()
    announceItem {
      $0.playlistVersion = stream.version
      $0.seekableRange = window
      $0.recommendedOffset = recommended
      if isNewDuration, let duration { $0.duration = duration }
    }
  }

  /// Of a stream in segments, in seconds: with less than a usual segment nothing rides over a slow one.
  private static let comfortableStream = 4.0

  /// Either enough is at hand for a while, or it comes faster than it is played.
  private func isLikelyToKeepUp(_ transfer: TransferSnapshot, _ pipeline: ItemPipeline) -> Bool {
    if transfer.isFull || hasReadEverything { return true }
    if transfer.stream != nil { return secondsAhead(pipeline) >= Self.comfortableStream * Double(max(1, machine.rate)) }
    let duration = item?.snapshot.duration ?? .indefinite
    guard let throughput = transfer.throughput, let size = transfer.size, duration.isNumeric, duration > .zero else {
      return pipeline.secondsAhead(of: clock.time(at: now)) >= BufferWatch.firstGoal
    }
    return throughput > Double(size) * 8 / duration.seconds * Double(max(1, machine.rate))
  }
}
