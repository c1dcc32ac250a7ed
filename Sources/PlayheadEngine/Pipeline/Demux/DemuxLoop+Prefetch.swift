import CoreMedia
import PlayheadMedia

/// Prefetching for backward scrubbing: while the reader is idle it decodes the frames that will probably be needed
/// next.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇│▇▇▇▇▇▇▇▇▇▇ scrub position ◄──
///                 prefetched │ cached
///
/// Decoding only runs forward: without prefetching, a scrub position that leaves the cached range waits for everything
/// since the sync sample.
extension DemuxLoop {
  /// Whether a speculative start is in progress.
  var isPrefetching: Bool { plan?.isSpeculative == true && !isDecoderAtTarget }

  /// Whether the decoder has reached the target of the last start.
  private var isDecoderAtTarget: Bool {
    let acknowledged = videoIndex.flatMap { queues[$0] }?.acknowledgedStart
    return acknowledged ?? 0 == startNumber
  }

  /// Starts decoding the frames before the cached range. Returns false if nothing is missing or the user is not
  /// scrubbing backward.
  func beginPrefetch(_ source: any PacketSource) -> Bool {
    guard isIdle, isDecoderAtTarget, scrub.isScrubbingBackward, plan?.mode ?? .pausedSeek == .pausedSeek,
      mailbox.transfer == nil,
      let scrubPosition = frameCache.scrubPosition?.time ?? scrub.last, let budget = frameBudget(source),
      let target = nextPrefetchTarget(of: scrubPosition, budget.time, source), scrub.mayPrefetch(target)
    else { return false }
    var plan = PipelineStart(generation: 0, target: target, kind: .prefetch)
    guard canReuseNearbySeeks(plan, source) else { return false }
    plan.reuse.retention = FrameRetentionWindow(short: budget.range, long: budget.range)
    scrub.notePrefetch(target)
    do throws(MediaError) {
      try begin(plan, source, isAtStart: false)
      // Another start was requested, and this one was not read to its end.
      if mailbox.endsCurrentStart { cancelPrefetch() }
    } catch {
      cancelPrefetch()
    }
    return true
  }

  /// The first missing frame that backward scrubbing will need; nil if there is none, or no budget for it.
  private func nextPrefetchTarget(of scrubPosition: CMTime, _ budget: CMTime, _ source: any PacketSource) -> CMTime? {
    let low = max(.zero, scrubPosition - budget)
    guard var target = frameCache.gap(before: scrubPosition, downTo: low) else { return nil }
    // A frame near its sync sample is decoded quickly on demand: the end of the GOP before takes longest.
    if let begin = frameCache.begin(of: target), target - begin < Self.shortPreroll,
      begin == frameCache.begin(of: scrubPosition)
    {
      target = begin - CMTime(value: 1, timescale: 1_000_000)
      guard frameCache.frame(at: target) == nil else { return nil }
    }
    guard target >= .zero, let sync = syncBefore(target, source) else { return nil }
    // The budget suffices, or will when the frames arrive.
    let fitsBudget = target - low >= CMTimeMultiplyByRatio(budget, multiplier: 1, divisor: 4)
    return fitsBudget || target - sync >= budget ? target : nil
  }
  /// A preroll shorter than this is decoded on demand without a noticeable delay.
  private static let shortPreroll = CMTime(value: 3, timescale: 2)

  /// The last sync sample that is certainly before `target`: some indexes order sync samples by decode time.
  func syncBefore(_ target: CMTime, _ source: any PacketSource) -> CMTime? {
    videoIndex.flatMap {
      source.indexedSyncTime(notAfter: max(.zero, target - CMTime(value: 1, timescale: 5)), track: $0)
    }
  }

  /// A paused seek before the target of the speculative start takes it over: the decoder may not have reached that
  /// frame yet.
  ///
  /// The paused seek gets the number and the retention window of the speculative start. Returns false if none is in
  /// progress, or the target is outside the range that it decodes.
  func takeOverPrefetch(_ pausedSeek: PipelineStart, sync: CMTime?) -> Bool {
    guard isPrefetching, let plan, let videoIndex, let queue = queues[videoIndex], !pausedSeek.snapsToFrame,
      pausedSeek.target < plan.target, frameCache.isInCurrentRun(pausedSeek.target)
    else { return false }
    var pausedSeek = pausedSeek
    pausedSeek.reuse.retention = plan.reuse.retention
    pausedSeek.reuse.startNumber = startNumber
    self.plan = pausedSeek
    scrub.note(pausedSeek: pausedSeek.target, sync: sync)
    queue.insertFirst(.adopt(pausedSeek))
    return true
  }

  /// Ends a speculative start without a report. If the failure persists, the next requested start reports it.
  func cancelPrefetch() {
    isIdle = true
    plan = nil
  }

  /// The time before a target whose frames fit into the budget, the range over which all of them are decoded, and the
  /// duration of a frame.
  ///
  /// Nil without a video track. A frame duration of 1/30 s is assumed where the container gives none.
  func frameBudget(_ source: any PacketSource) -> (time: CMTime, range: CMTime, frame: CMTime)? {
    guard let videoIndex, let video = source.info.track(at: videoIndex)?.video else { return nil }
    let count = max(
      2,
      FrameEvictionPolicy(limit: limits.frameCacheBytes).nearLimitWhileScrubbing
        / max(1, video.width * video.height * 3 / 2))
    let frame = video.minFrameDuration.isNumeric ? video.minFrameDuration : CMTime(value: 1, timescale: 30)
    let time = CMTime(seconds: min(Self.maxRetention, Double(count) * frame.seconds), preferredTimescale: 1_000_000)
    return (time, CMTimeMultiply(time, multiplier: 2), frame)
  }
  /// In seconds. A scrub position seldom moves further back than this within a short time.
  private static let maxRetention = 4.0
}
