import CoreMedia
import PlayheadFFmpeg

/// Paused seeks near earlier ones: cached frames, open and pooled decoders are used again.
extension DemuxLoop {
  /// Serves a paused seek from cached frames or the open decoder. Returns false if neither helps.
  func beginNearby(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    guard let videoIndex, let queue = queues[videoIndex] else { return false }
    var plan = plan
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    let isBeside = isAhead
    if let picture = visited.picture(at: plan.target), isIdle || isBeside {
      plan.way = .visited
      plan.order = order
      scrub.note(still: plan.target, sync: sync)
      if !isBeside {
        number(&plan)
        // If no decoder is to resume, its pending packets would only delay this start.
        if !scrub.isOpen { queue.clear() }
      }
      queue.pushBeside(.visited(plan, picture))
      return true
    }
    if adoptAhead(plan, sync: sync) { return true }
    guard case .onward(let keeps) = scrub.way(to: plan.target, sync: sync), filter == nil, heldBack.isEmpty,
      !parked.isNearer(to: plan.target, sync: sync, than: scrub.open)
    else { return false }
    plan.way = .onward
    plan.leavesOpen = true
    keep(keeps, &plan, source)
    number(&plan)
    self.plan = plan
    isIdle = false
    tail = nil
    filter = SeekPacketFilter(target: plan.target, known: scrub.recentTimes)
    scrub.note(still: plan.target, sync: sync)
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
  func isNearbyOfUse(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    plan.isExactStill && videoIndex != nil && source.isOneFlow && source.info.hasPresentationTimes
      && source.info.isSeekable
  }

  /// Adds to `plan` how a nearby paused seek reuses earlier work, and takes the pooled decoder that resumes, if any.
  func prepared(_ plan: PipelineStart, _ source: any PacketSource) -> (PipelineStart, DecoderPool.Parked?) {
    var plan = plan
    if plan.isSpeculative {
      let resumed = parked.take(to: plan.target, sync: syncBefore(plan.target, source))
      if resumed != nil { plan.way = .parked }
      return (plan, resumed)
    }
    // An interrupted speculative start can be resumed later.
    let isInterrupted = isAhead
    guard isNearbyOfUse(plan, source), let videoIndex else {
      plan.parks = scrub.parks(before: nil, isFlow: plan.mode == .flow)
      return (plan, nil)
    }
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    plan.parks = isInterrupted || scrub.parks(before: sync, isFlow: false)
    let resumed = parked.take(to: plan.target, sync: sync)
    // The decoder in use does not resume, whatever its position.
    scrub.closeDecoder()
    if case .fresh(let opens, let keeps) = scrub.way(to: plan.target, sync: sync, isHurried: plan.isHurried) {
      plan.leavesOpen = opens || resumed != nil
      keep(keeps, &plan, source)
    }
    if resumed != nil { plan.way = .parked }
    scrub.note(still: plan.target, sync: sync)
    return (plan, resumed)
  }

  /// Sets the retention window of a start from the strategy's advice and the cache's budget.
  func keep(_ keeps: ScrubStrategy.Keeping, _ plan: inout PipelineStart, _ source: any PacketSource) {
    guard keeps != .none, let room = roomForPictures(source) else { return }
    plan.keeps = FrameRetentionWindow(
      little: min(room.time, CMTimeMultiply(room.picture, multiplier: Self.fewPictures)),
      much: keeps == .many ? room.way : nil)
  }

  /// A typical small step back after overshooting.
  private static let fewPictures: Int32 = 8

  /// Resumes a pooled decoder: packets that it was already sent are read again and dropped.
  func resume(_ resumed: DecoderPool.Parked) {
    guard let videoIndex, let queue = queues[videoIndex], let target = plan?.target else { return }
    queue.push(.seat(resumed))
    scrub.resume(resumed.place)
    givenThrough = resumed.place.lastDecode
    // No packet read from here on has a frame before the target.
    if resumed.place.lastDecode > target {
      filter?.settle()
      settle(queue)
    }
  }

  /// More packets than any decoder delays: reordered frames, and one for each of its threads.
  private static let tailLength = 8 + VideoDecodeLoop.threads

  /// Reads some packets beyond the last one that the target needs, so that the decoder outputs its frame without being
  /// drained.
  func giveTail() {
    guard let target = plan?.target else { return }
    scrub.leaveOpen(at: target)
    let left = Self.tailLength - scrub.recentTimes.count { $0 > target }
    tail = left > 0 ? left : nil
    isIdle = left <= 0
  }

  /// Counts packets of playback. After a longer time of playback, a step back to the last targets is unlikely.
  func noteFlow() {
    flowLength += 1
    if flowLength == Self.longFlow { forgetStills() }
  }

  /// More packets than are read ahead while paused.
  private static let longFlow = 300

  /// Forgets the scrubbing history and releases cached frames and pooled decoders.
  func forgetStills() {
    scrub.forget()
    visited.clear()
    parked.clear()
  }
}
