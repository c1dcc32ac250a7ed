import CoreMedia
import PlayheadMedia

/// Paused seeks near earlier ones: cached frames, open and pooled decoders are used again.
extension DemuxLoop {
  /// Serves a paused seek from cached frames or the open decoder. Returns false if neither helps.
  ///
  /// - Parameter plan: An exact paused seek, for which `canReuseNearbySeeks` is true.
  func beginNearbySeek(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    guard let videoIndex, let queue = queues[videoIndex] else { return false }
    var plan = plan
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    let isDuringPrefetch = isPrefetching
    if let frame = frameCache.frame(at: plan.target), isIdle || isDuringPrefetch {
      plan.reuse.approach = .cached
      plan.reuse.startNumber = startNumber
      scrub.note(pausedSeek: plan.target, sync: sync)
      if !isDuringPrefetch {
        assignNumber(&plan)
        // If no decoder is to resume, its pending packets would only delay this start.
        if !scrub.isOpen { queue.clear() }
      }
      queue.insertFirst(.cached(plan, frame))
      return true
    }
    if takeOverPrefetch(plan, sync: sync) { return true }
    guard case .resume(let retention) = scrub.path(to: plan.target, sync: sync), filter == nil, heldPackets.isEmpty,
      !decoderPool.isNearer(to: plan.target, sync: sync, than: scrub.open)
    else { return false }
    plan.reuse.approach = .resume
    plan.reuse.leavesOpen = true
    setRetention(retention, &plan, source)
    assignNumber(&plan)
    self.plan = plan
    isIdle = false
    tail = nil
    filter = SeekPacketFilter(target: plan.target, known: scrub.recentTimes)
    scrub.note(pausedSeek: plan.target, sync: sync)
    scrub.leaveOpen(at: plan.target)
    queue.push(.begin(plan, target: plan.target))
    // No packet read from here on has a frame before the target.
    if scrub.lastDecodeTime > plan.target {
      filter?.settle()
      settle(queue)
    }
    return true
  }

  /// Whether work of earlier seeks can be reused: requires a seekable source whose packets have presentation times.
  func canReuseNearbySeeks(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    plan.isExactPausedSeek && videoIndex != nil && source.isContiguous && source.info.hasPresentationTimes
      && source.info.isSeekable
  }

  /// Adds to `plan` how a nearby paused seek reuses earlier work, and takes the pooled decoder that resumes, if any.
  ///
  /// Speculative starts only use pooled decoders. All other starts also decide whether the decoder in use is pooled.
  func planNearbySeek(_ plan: PipelineStart, _ source: any PacketSource) -> (PipelineStart, DecoderPool.PoolEntry?) {
    var plan = plan
    if plan.isSpeculative {
      let resumed = decoderPool.take(to: plan.target, sync: syncBefore(plan.target, source))
      if resumed != nil { plan.reuse.approach = .pooled(poolsFormer: false) }
      return (plan, resumed)
    }
    // An interrupted speculative start can be resumed later.
    let isInterrupted = isPrefetching
    guard canReuseNearbySeeks(plan, source), let videoIndex else {
      let pools = scrub.poolsDecoder(before: nil, isPlayback: plan.mode == .playback)
      plan.reuse.approach = .fresh(poolsFormer: pools)
      return (plan, nil)
    }
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    let pools = isInterrupted || scrub.poolsDecoder(before: sync, isPlayback: false)
    let resumed = decoderPool.take(to: plan.target, sync: sync)
    // The decoder in use does not resume, whatever its position.
    scrub.closeDecoder()
    if case .fresh(let opens, let retention) = scrub.path(
      to: plan.target, sync: sync, isWhileSeeking: plan.isWhileSeeking)
    {
      plan.reuse.leavesOpen = opens || resumed != nil
      setRetention(retention, &plan, source)
    }
    plan.reuse.approach = resumed != nil ? .pooled(poolsFormer: pools) : .fresh(poolsFormer: pools)
    scrub.note(pausedSeek: plan.target, sync: sync)
    return (plan, resumed)
  }

  /// Sets the retention window of a start from the strategy's advice and the cache's budget.
  ///
  /// - Parameter retention: The strategy's advice; with `.none`, or without a known frame size, the plan is unchanged.
  func setRetention(_ retention: ScrubStrategy.Retention, _ plan: inout PipelineStart, _ source: any PacketSource) {
    guard retention != .none, let budget = frameBudget(source) else { return }
    plan.reuse.retention = FrameRetentionWindow(
      short: min(budget.time, CMTimeMultiply(budget.frame, multiplier: Self.stepBackFrames)),
      long: retention == .long ? budget.range : nil)
  }

  /// A typical small step back after overshooting.
  private static let stepBackFrames: Int32 = 8

  /// Resumes a pooled decoder: packets that it was already sent are read again and dropped.
  func resume(_ resumed: DecoderPool.PoolEntry) {
    guard let videoIndex, let queue = queues[videoIndex], let target = plan?.target else { return }
    queue.push(.pooledDecoder(resumed))
    scrub.resume(resumed.position)
    sentThrough = resumed.position.lastDecode
    // No packet read from here on has a frame before the target.
    if resumed.position.lastDecode > target {
      filter?.settle()
      settle(queue)
    }
  }

  /// More packets than any decoder delays: reordered frames, and one for each of its threads.
  private static let tailLength = 8 + VideoPacketDecoder.threads

  /// Reads some packets beyond the last one that the target needs, so that the decoder outputs its frame without being
  /// drained.
  func readTail() {
    guard let target = plan?.target else { return }
    scrub.leaveOpen(at: target)
    let left = Self.tailLength - scrub.recentTimes.count { $0 > target }
    tail = left > 0 ? left : nil
    isIdle = left <= 0
  }

  /// Counts packets of playback. After a longer time of playback, a step back to the last targets is unlikely.
  func notePlayback() {
    playbackPackets += 1
    if playbackPackets == Self.longPlayback { forgetSeeks() }
  }

  /// More packets than are read ahead while paused.
  private static let longPlayback = 300

  /// Forgets the scrubbing history and releases cached frames and pooled decoders.
  func forgetSeeks() {
    scrub.forget()
    frameCache.clear()
    decoderPool.clear()
  }
}
