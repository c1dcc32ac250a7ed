import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Plans how a paused seek reuses the work of earlier seeks nearby: cached frames, the open decoder, and pooled
/// decoders. Numbers the starts, and plans speculative ones while the user scrubs backward:
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇│▇▇▇▇▇▇▇▇▇▇ scrub position ◄──
///                 prefetched │ cached
///
/// Decoding only runs forward: without prefetching, a scrub position that leaves the cached range waits for everything
/// since the sync sample.
///
/// Decides only: `PacketDistributor` sends what the plans require. Belongs to the reader thread.
struct NearbySeekPlanner {
  /// A way to serve a paused seek without reading from a sync sample.
  enum Reuse {
    /// The frame is cached. `clearsQueue`: no decoder is to resume, so that its pending packets would only delay this
    /// start.
    case cached(PipelineStart, VideoFrame, clearsQueue: Bool)
    /// The speculative start in progress becomes the paused seek.
    case adopt(PipelineStart)
    /// The open decoder resumes. `known`: the presentation times of the packets that it has received; `isFrameKnown`:
    /// no packet read from here on has a frame before the target.
    case resume(PipelineStart, known: [CMTime], isFrameKnown: Bool)
  }

  /// The history of recent paused seeks.
  private var strategy = ScrubStrategy()
  /// The frames near paused seeks, shared with the video decoder and the session.
  private let frameCache: DecodedFrameCache
  /// The open decoders in visited GOPs, shared with the video decoder.
  private let decoderPool: DecoderPool
  /// The byte budget of the frame cache.
  private let cacheBytes: Int
  /// The number of the last start sent to the video decoder.
  private var startNumber = 0
  /// Video packets since the current start of playback.
  private var playbackPackets = 0

  /// Creates a planner without history. `cacheBytes`: the byte budget of the frame cache.
  init(frameCache: DecodedFrameCache, decoderPool: DecoderPool, cacheBytes: Int) {
    self.frameCache = frameCache
    self.decoderPool = decoderPool
    self.cacheBytes = cacheBytes
  }

  // MARK: Reuse

  /// Whether work of earlier seeks can be reused: requires a seekable source whose packets have presentation times.
  static func canReuse(for plan: PipelineStart, _ source: any PacketSource, video: Int?) -> Bool {
    plan.isExactPausedSeek && video != nil && source.isContiguous && source.info.hasPresentationTimes
      && source.info.isSeekable
  }

  /// Plans a paused seek from cached frames, the speculative start in progress, or the open decoder. Returns nil if
  /// none of them helps.
  ///
  /// - Parameters:
  ///   - plan: An exact paused seek, for which `canReuse` is true.
  ///   - prefetch: The speculative start in progress; nil: none.
  ///   - isIdle: Whether the start in progress needs no further packet.
  ///   - isSettled: Whether all packets of the start in progress have been sent.
  mutating func reuse(
    for plan: PipelineStart, prefetch: PipelineStart?, isIdle: Bool, isSettled: Bool, _ source: any PacketSource,
    video: Int
  ) -> Reuse? {
    var plan = plan
    let sync = source.indexedSyncTime(notAfter: plan.target, track: video)
    if let frame = frameCache.frame(at: plan.target), isIdle || prefetch != nil {
      plan.reuse.approach = .cached
      plan.reuse.startNumber = startNumber
      strategy.note(pausedSeek: plan.target, sync: sync)
      guard prefetch == nil else { return .cached(plan, frame, clearsQueue: false) }
      assignNumber(&plan)
      return .cached(plan, frame, clearsQueue: !strategy.isOpen)
    }
    if let adopted = takeOver(prefetch, by: plan, sync: sync) { return .adopt(adopted) }
    guard case .resume(let retention) = strategy.path(to: plan.target, sync: sync), isSettled,
      !decoderPool.isNearer(to: plan.target, sync: sync, than: strategy.open)
    else { return nil }
    plan.reuse.approach = .resume
    plan.reuse.leavesOpen = true
    setRetention(retention, &plan, source, video: video)
    assignNumber(&plan)
    let known = strategy.recentTimes
    strategy.note(pausedSeek: plan.target, sync: sync)
    strategy.leaveOpen(at: plan.target)
    return .resume(plan, known: known, isFrameKnown: strategy.lastDecodeTime > plan.target)
  }

  /// Lets a paused seek before the target of the speculative start take it over: the decoder may not have reached that
  /// frame yet.
  ///
  /// The paused seek gets the number and the retention window of the speculative start. Returns nil if none is in
  /// progress, or the target is outside the range that it decodes.
  private mutating func takeOver(
    _ prefetch: PipelineStart?, by pausedSeek: PipelineStart, sync: CMTime?
  ) -> PipelineStart? {
    guard let prefetch, !pausedSeek.snapsToFrame, pausedSeek.target < prefetch.target,
      frameCache.isInCurrentRun(pausedSeek.target)
    else { return nil }
    var pausedSeek = pausedSeek
    pausedSeek.reuse.retention = prefetch.reuse.retention
    pausedSeek.reuse.startNumber = startNumber
    strategy.note(pausedSeek: pausedSeek.target, sync: sync)
    return pausedSeek
  }

  /// Plans a start that reads from a sync sample: numbers it, and adds how a nearby paused seek reuses earlier work.
  /// Takes the pooled decoder that resumes, if any.
  ///
  /// Speculative starts only use pooled decoders. All other starts also decide whether the decoder in use is pooled.
  ///
  /// - Parameter prefetch: The speculative start in progress, which is interrupted; nil: none.
  mutating func prepare(
    _ plan: PipelineStart, prefetch: PipelineStart?, _ source: any PacketSource, video: Int?
  ) -> (PipelineStart, DecoderPool.PoolEntry?) {
    playbackPackets = 0
    frameCache.noteDiscontinuity()
    var plan = plan
    let resumed = addReuse(to: &plan, isInterrupting: prefetch != nil, source, video: video)
    assignNumber(&plan)
    strategy.closeDecoder()
    return (plan, resumed)
  }

  /// Adds to a start how it reuses earlier work. Returns the pooled decoder that resumes, if any. An interrupted
  /// speculative start can be resumed later.
  private mutating func addReuse(
    to plan: inout PipelineStart, isInterrupting: Bool, _ source: any PacketSource, video: Int?
  ) -> DecoderPool.PoolEntry? {
    if plan.isSpeculative {
      let resumed = decoderPool.take(
        to: plan.target, sync: video.flatMap { Self.syncBefore(plan.target, source, video: $0) })
      if resumed != nil { plan.reuse.approach = .pooled(poolsFormer: false) }
      return resumed
    }
    guard let video, Self.canReuse(for: plan, source, video: video) else {
      let pools = strategy.poolsDecoder(before: nil, isPlayback: plan.mode == .playback)
      plan.reuse.approach = .fresh(poolsFormer: pools)
      return nil
    }
    let sync = source.indexedSyncTime(notAfter: plan.target, track: video)
    let pools = isInterrupting || strategy.poolsDecoder(before: sync, isPlayback: false)
    let resumed = decoderPool.take(to: plan.target, sync: sync)
    // The decoder in use does not resume, whatever its position.
    strategy.closeDecoder()
    if case .fresh(let opens, let retention) = strategy.path(
      to: plan.target, sync: sync, isWhileSeeking: plan.isWhileSeeking)
    {
      plan.reuse.leavesOpen = opens || resumed != nil
      setRetention(retention, &plan, source, video: video)
    }
    plan.reuse.approach = resumed != nil ? .pooled(poolsFormer: pools) : .fresh(poolsFormer: pools)
    strategy.note(pausedSeek: plan.target, sync: sync)
    return resumed
  }

  /// Assigns the next number to a start.
  private mutating func assignNumber(_ plan: inout PipelineStart) {
    startNumber += 1
    plan.reuse.startNumber = startNumber
  }

  /// Sets the retention window of a start from the strategy's advice and the cache's budget.
  ///
  /// - Parameter retention: The strategy's advice; with `.none`, or without a known frame size, the plan is unchanged.
  private func setRetention(
    _ retention: ScrubStrategy.Retention, _ plan: inout PipelineStart, _ source: any PacketSource, video: Int
  ) {
    guard retention != .none, let budget = budget(source, video: video) else { return }
    plan.reuse.retention = FrameRetentionWindow(
      short: min(budget.time, CMTimeMultiply(budget.frame, multiplier: Self.stepBackFrames)),
      long: retention == .long ? budget.range : nil)
  }

  /// A typical small step back after overshooting.
  private static let stepBackFrames: Int32 = 8

  /// The budget of the frame cache for a track; nil for a track without video.
  private func budget(_ source: any PacketSource, video: Int) -> FrameBudget? {
    source.info.track(at: video)?.video.map { FrameBudget($0, cacheBytes: cacheBytes) }
  }

  // MARK: Prefetching

  /// Whether a start is the last one that was sent to the video decoder.
  func isLast(start number: Int) -> Bool { number == startNumber }

  /// Whether the user is scrubbing backward, so that earlier frames will probably be needed next.
  var isScrubbingBackward: Bool { strategy.isScrubbingBackward }

  /// Plans a speculative start that decodes the frames before the cached range; nil if nothing is missing.
  mutating func nextPrefetch(_ source: any PacketSource, video: Int) -> PipelineStart? {
    guard let scrubPosition = frameCache.scrubPosition?.time ?? strategy.last,
      let budget = budget(source, video: video),
      let target = nextPrefetchTarget(of: scrubPosition, budget.time, source, video: video),
      strategy.mayPrefetch(target)
    else { return nil }
    var plan = PipelineStart(generation: 0, target: target, kind: .prefetch)
    guard Self.canReuse(for: plan, source, video: video) else { return nil }
    plan.reuse.retention = FrameRetentionWindow(short: budget.range, long: budget.range)
    strategy.notePrefetch(target)
    return plan
  }

  /// The first missing frame that backward scrubbing will need; nil if there is none, or no budget for it.
  private func nextPrefetchTarget(
    of scrubPosition: CMTime, _ budget: CMTime, _ source: any PacketSource, video: Int
  ) -> CMTime? {
    let low = max(.zero, scrubPosition - budget)
    guard var target = frameCache.gap(before: scrubPosition, downTo: low) else { return nil }
    // A frame near its sync sample is decoded quickly on demand: the end of the GOP before takes longest.
    if let begin = frameCache.begin(of: target), target - begin < Self.shortPreroll,
      begin == frameCache.begin(of: scrubPosition)
    {
      target = begin - CMTime(value: 1, timescale: 1_000_000)
      guard frameCache.frame(at: target) == nil else { return nil }
    }
    guard target >= .zero, let sync = Self.syncBefore(target, source, video: video) else { return nil }
    // The budget suffices, or will when the frames arrive.
    let fitsBudget = target - low >= CMTimeMultiplyByRatio(budget, multiplier: 1, divisor: 4)
    return fitsBudget || target - sync >= budget ? target : nil
  }
  /// A preroll shorter than this is decoded on demand without a noticeable delay.
  private static let shortPreroll = CMTime(value: 3, timescale: 2)

  /// The last sync sample that is certainly before `target`: some indexes order sync samples by decode time.
  private static func syncBefore(_ target: CMTime, _ source: any PacketSource, video: Int) -> CMTime? {
    source.indexedSyncTime(notAfter: max(.zero, target - CMTime(value: 1, timescale: 5)), track: video)
  }

  // MARK: Progress

  /// Records a video packet that was read for a paused seek.
  func noteRead(_ packet: Packet) { frameCache.record(packet.packetTimes) }

  /// Records a video packet that is sent to the decoder. After a longer time of playback, a step back to the last
  /// targets is unlikely.
  mutating func noteSent(_ packet: Packet, isPlayback: Bool) {
    strategy.noteSent(packet.presentationTime, decode: packet.decodeTime)
    guard isPlayback else { return }
    playbackPackets += 1
    if playbackPackets == Self.longPlayback { forget() }
  }
  /// More packets than are read ahead while paused.
  private static let longPlayback = 300

  /// Records that the decoder is open after the frame at the target. Returns the number of packets to send beyond the
  /// last one that the target needs, so that the decoder outputs its frame without being drained.
  mutating func leaveOpen(at target: CMTime) -> Int {
    strategy.leaveOpen(at: target)
    return Self.tailLength - strategy.recentTimes.count { $0 > target }
  }
  /// More packets than any decoder delays: reordered frames, and one for each of its threads.
  private static let tailLength = 8 + VideoPacketDecoder.threads

  /// Records that a pooled decoder resumes.
  mutating func resume(_ position: DecoderPoolPositions.Position) { strategy.resume(position) }

  /// Records that the decoder cannot resume.
  mutating func closeDecoder() { strategy.closeDecoder() }

  /// Forgets the scrubbing history and releases cached frames and pooled decoders.
  mutating func forget() {
    strategy.forget()
    frameCache.clear()
    decoderPool.clear()
  }
}
