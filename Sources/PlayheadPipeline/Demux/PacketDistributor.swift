import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Distributes the packets of a start to the decoders' queues, captions, and metadata, and decides when enough has been
/// read.
///
///     begin ─► distribute … ─► paused seek complete ─► idle
///       │          └─► end of the source ────────────► idle
///       └─► cached frame, speculative start taken over, or open decoder: no start is read
///
/// Belongs to the reader thread.
final class PacketDistributor {
  /// The start in progress; nil before the first one, and after a cancelled prefetch.
  private(set) var start: PipelineStart?
  /// Whether nothing is to be read: before the first start, at the end, and when a paused seek has all its packets.
  private(set) var isIdle = true
  /// The queues of the selected tracks.
  private let tracks: TrackQueues
  /// Takes the packets of captions and metadata.
  private let ancillary: AncillaryTrackExtractor
  /// Sends video packets to the decoder.
  private var sender = SeekPacketSender()
  /// Plans how paused seeks reuse earlier work; nil: each start reads from its sync sample.
  private var planner: NearbySeekPlanner?
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void

  /// Creates a distributor that is idle.
  init(
    tracks: TrackQueues, ancillary: AncillaryTrackExtractor, planner: NearbySeekPlanner?,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.tracks = tracks
    self.ancillary = ancillary
    self.planner = planner
    self.report = report
  }

  // MARK: Starts

  /// Begins a paused seek from cached frames, the speculative start in progress, or the open decoder. Returns false if
  /// none of them helps, or if the start is of another kind.
  func beginNearby(_ plan: PipelineStart, _ source: any PacketSource) -> Bool {
    guard NearbySeekPlanner.canReuse(for: plan, source, video: tracks.video), !plan.isSpeculative else {
      if plan.mode == .reverse { planner?.forget() }
      return false
    }
    // Evaluated before the planner is modified, because it reads the planner.
    let prefetch = prefetch
    guard let video = tracks.video, let queue = tracks.videoQueue,
      let reuse = planner?.reuse(
        for: plan, prefetch: prefetch, isIdle: isIdle, isSettled: sender.isSettled, source, video: video)
    else { return false }
    switch reuse {
    case .cached(let plan, let frame, let clearsQueue):
      if clearsQueue { queue.clear() }
      queue.insertFirst(.cached(plan, frame))
    case .adopt(let plan):
      start = plan
      queue.insertFirst(.adopt(plan))
    case .resume(let plan, let known, let isFrameKnown):
      start = plan
      isIdle = false
      sender.begin(target: plan.target, known: known)
      queue.push(.begin(plan, target: plan.target))
      if isFrameKnown { settle(queue) }
    }
    return true
  }

  /// Prepares a start that reads from a sync sample: the start in progress is obsolete, and its packets are removed
  /// from the queues.
  ///
  /// A speculative start leaves audio alone, and a pending paused seek that needs no decoding stays in the queue.
  ///
  /// - Parameter needsContext: Whether a frame needs others around it, which a decoder in the middle of a GOP has not
  ///   seen. Nothing is reused, then.
  /// - Returns: The start with the way in which it reuses earlier work, and the pooled decoder that resumes, if any.
  func prepare(
    _ plan: PipelineStart, _ source: any PacketSource, needsContext: Bool = false
  ) -> (plan: PipelineStart, resumed: DecoderPool.PoolEntry?) {
    ancillary.noteDiscontinuity()
    let prefetch = prefetch
    if needsContext { planner?.forget() }
    let planned = needsContext ? nil : planner?.prepare(plan, prefetch: prefetch, source, video: tracks.video)
    let (plan, resumed) = planned ?? (plan, nil)
    start = plan
    sender = SeekPacketSender()
    isIdle = false
    tracks.restart()
    if !plan.isSpeculative { tracks.clear() }
    return (plan, resumed)
  }

  /// Begins a prepared start at the position that was found for it, and distributes the packets read there.
  ///
  /// - Parameters:
  ///   - resumed: The pooled decoder that resumes; nil: none.
  ///   - info: The description of the source.
  ///   - needsContext: Whether a frame needs others around it.
  func begin(
    _ prepared: PipelineStart, resuming resumed: DecoderPool.PoolEntry?, at found: SyncSampleSearch.Result,
    in info: MediaInfo, needsContext: Bool = false
  ) {
    var plan = prepared
    let target = tracks.video == nil ? plan.target : plan.resolvedTarget(key: found.key ?? .invalid)
    // Without presentation times the frame at the target is only known after decoding, and a pipe cannot be read twice:
    // there a paused seek starts like playback. So it does where the frame is made of others as well.
    if !info.hasPresentationTimes || !info.isSeekable || needsContext { plan.playInsteadOfShowingFrame() }
    // The sync sample was found by its decode time: the decoded frame has the exact presentation time.
    if !info.hasPresentationTimes && target == found.key { plan.snapToFrame() }
    start = plan
    sender.begin(
      target: info.hasPresentationTimes && tracks.video != nil && !needsContext ? target : nil,
      known: resumed?.position.sent ?? [])
    tracks.push(.begin(plan, target: target), videoOnly: plan.isSpeculative)
    if let resumed { resume(resumed, to: plan.target) }
    for packet in found.packets { distribute(packet) }
    if found.key == nil && found.packets.isEmpty { finish() }
  }

  /// Resumes a pooled decoder: packets that it was already sent are read again and dropped.
  private func resume(_ resumed: DecoderPool.PoolEntry, to target: CMTime) {
    guard let queue = tracks.videoQueue else { return }
    queue.push(.pooledDecoder(resumed))
    planner?.resume(resumed.position)
    sender.skip(through: resumed.position.lastDecode)
    // No packet read from here on has a frame before the target.
    if resumed.position.lastDecode > target { settle(queue) }
  }

  /// Continues to read although the start in progress was complete: a track was added.
  func resumeReading() { isIdle = false }

  /// Stops reading: the rest of the start in progress is not needed, or cannot be read.
  func stop() { isIdle = true }

  /// Discards what earlier seeks have left for later ones, because its frames are outdated.
  func forgetSeeks() {
    if start?.isSpeculative == true { cancelPrefetch() }
    planner?.forget()
  }

  // MARK: Prefetching

  /// Whether the reader is free to prefetch for backward scrubbing.
  var mayPrefetch: Bool {
    isIdle && isDecoderAtTarget && planner?.isScrubbingBackward == true && start?.mode ?? .pausedSeek == .pausedSeek
  }

  /// The speculative start whose target the decoder has not reached; nil: none is in progress.
  private var prefetch: PipelineStart? { start?.isSpeculative == true && !isDecoderAtTarget ? start : nil }

  /// Whether the decoder has reached the target of the last start.
  private var isDecoderAtTarget: Bool { planner?.isLast(start: tracks.videoQueue?.acknowledgedStart ?? 0) != false }

  /// Plans a speculative start that decodes the frames before the cached range; nil if nothing is missing.
  func nextPrefetch(_ source: any PacketSource) -> PipelineStart? {
    tracks.video.flatMap { planner?.nextPrefetch(source, video: $0) }
  }

  /// Ends a speculative start without a report. If the failure persists, the next requested start reports it.
  func cancelPrefetch() {
    isIdle = true
    start = nil
  }

  // MARK: Packets

  /// Sends a packet to its track's consumer.
  ///
  /// Packets of tracks without a consumer, and those that were distributed before, are dropped. Video packets of a seek
  /// may be held until the frame at the target is known.
  func distribute(_ packet: Packet) {
    if ancillary.take(packet) { return }
    guard let queue = tracks.takeQueue(for: packet) else { return }
    let isPlayback = start?.mode == .playback
    guard packet.streamIndex == tracks.video else {
      if isPlayback { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    if start?.mode == .pausedSeek { planner?.noteRead(packet) }
    guard sender.isUnsent(packet) else { return }
    // The search for a sync sample has read further than a paused seek needs: a decoder that stays open misses the
    // rest.
    guard !isIdle else {
      planner?.closeDecoder()
      return
    }
    if let found = ancillary.takeClosedCaptions(of: packet) { report(.closedCaptions(found)) }
    planner?.noteSent(packet, isPlayback: isPlayback)
    switch sender.send(packet, to: queue, endsAtFrame: endsAtTargetFrame) {
    case .none: break
    case .frameKnown: endPausedSeek(queue)
    case .tailSent: isIdle = true
    }
  }

  /// Whether a paused seek needs no packet after the frame at its target. Frames to be cached may be decoded after the
  /// frame that follows them in presentation order.
  private var endsAtTargetFrame: Bool {
    guard let start else { return false }
    return start.mode == .pausedSeek && !start.reuse.leavesOpen && start.reuse.retention == nil
  }

  /// Sends the held packets: no earlier frame than the best candidate can follow.
  private func settle(_ queue: PacketQueue) {
    sender.settle(to: queue, endsAtFrame: endsAtTargetFrame)
    endPausedSeek(queue)
  }

  /// Ends a paused seek after all packets that it needs have been sent.
  private func endPausedSeek(_ queue: PacketQueue) {
    guard let start, start.mode == .pausedSeek else { return }
    guard start.reuse.leavesOpen, let left = planner?.leaveOpen(at: start.target) else {
      queue.push(.drain)
      isIdle = true
      return
    }
    sender.beginTail(left)
    isIdle = left <= 0
  }

  // MARK: The end

  /// Handles the end of the source.
  ///
  /// Reports it only for playback: the next item can then be prepared.
  func finish() {
    endTracks()
    if let start, start.mode == .playback, !start.isSpeculative { report(.readEverything(epoch: start.epoch)) }
  }

  /// Announces the end of all tracks: the decoders output what they hold.
  func endTracks() {
    if sender.isDeciding, let queue = tracks.videoQueue { settle(queue) }
    // A decoder cannot resume after the end.
    planner?.closeDecoder()
    sender.endTail()
    isIdle = true
    if start?.isSpeculative == true { return }
    tracks.endTracks()
  }
}
