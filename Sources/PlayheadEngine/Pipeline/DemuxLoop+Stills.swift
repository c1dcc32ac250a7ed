import CoreMedia
import PlayheadFFmpeg

/// Stills near each other: what the last ones have left serves the next.
extension DemuxLoop {
  /// Serves a still from what the last ones have left. False if there is nothing that helps.
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
        // What a decoder was given that nothing goes on from would only keep it from seeing this start.
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
    // Nothing that is read now could be seen before the target.
    if scrub.lastDecodeTime > plan.target {
      filter?.settle()
      settle(queue)
    }
    return true
  }

  /// Pictures must be found and told apart before they are decoded.
  func isNearbyOfUse(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    plan.isExactStill && videoIndex != nil && source.isOneFlow && source.info.hasPresentationTimes
      && source.info.isSeekable
  }

  /// What of a still may be of use to the next.
  func prepared(_ plan: PipelineStart, _ source: any PacketSource) -> (PipelineStart, DecoderPool.Parked?) {
    var plan = plan
    if plan.isSpeculative {
      let resumed = parked.take(to: plan.target, sync: syncBefore(plan.target, source))
      if resumed != nil { plan.way = .parked }
      return (plan, resumed)
    }
    // What nobody asked for is gone on with later.
    let isInterrupted = isAhead
    guard isNearbyOfUse(plan, source), let videoIndex else {
      plan.parks = scrub.parks(before: nil, isFlow: plan.mode == .flow)
      return (plan, nil)
    }
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    plan.parks = isInterrupted || scrub.parks(before: sync, isFlow: false)
    let resumed = parked.take(to: plan.target, sync: sync)
    // The decoder in use does not go on, wherever it stands.
    scrub.closeDecoder()
    if case .fresh(let opens, let keeps) = scrub.way(to: plan.target, sync: sync, isHurried: plan.isHurried) {
      plan.leavesOpen = opens || resumed != nil
      keep(keeps, &plan, source)
    }
    if resumed != nil { plan.way = .parked }
    scrub.note(still: plan.target, sync: sync)
    return (plan, resumed)
  }

  func keep(_ keeps: ScrubStrategy.Keeping, _ plan: inout PipelineStart, _ source: any PacketSource) {
    guard keeps != .none, let room = roomForPictures(source) else { return }
    plan.keeps = FrameRetentionWindow(
      little: min(room.time, CMTimeMultiply(room.picture, multiplier: Self.fewPictures)),
      much: keeps == .many ? room.way : nil)
  }

  /// As many as somebody steps back who has gone a little too far.
  private static let fewPictures: Int32 = 8

  /// A parked decoder goes on: what it was given is read once more, and left away.
  func resume(_ resumed: DecoderPool.Parked) {
    guard let videoIndex, let queue = queues[videoIndex], let target = plan?.target else { return }
    queue.push(.seat(resumed))
    scrub.resume(resumed.place)
    givenThrough = resumed.place.lastDecode
    // Nothing that is read now could be seen before the target.
    if resumed.place.lastDecode > target {
      filter?.settle()
      settle(queue)
    }
  }

  /// More packets than any decoder holds back: pictures that are reordered, and one for each of its threads.
  private static let tailLength = 8 + VideoDecodeLoop.threads

  /// The still's last packet was given: some more follow, so that the decoder lets it go.
  func giveTail() {
    guard let target = plan?.target else { return }
    scrub.leaveOpen(at: target)
    let left = Self.tailLength - scrub.recentTimes.count { $0 > target }
    tail = left > 0 ? left : nil
    isIdle = left <= 0
  }

  /// Whoever plays for a while does not step back.
  func noteFlow() {
    flowLength += 1
    if flowLength == Self.longFlow { forgetStills() }
  }

  /// More than is read ahead without playing.
  private static let longFlow = 300

  func forgetStills() {
    scrub.forget()
    visited.clear()
    parked.clear()
  }
}
