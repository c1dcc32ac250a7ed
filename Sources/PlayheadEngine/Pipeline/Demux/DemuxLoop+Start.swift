import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// Starting to read at a position.
extension DemuxLoop {
  /// Begins a start, and retries while the network is lost, until another start is requested or the retry policy gives
  /// up.
  ///
  /// - Parameter isAtStart: Whether nothing has been read from the source: a start at zero then needs no seek.
  /// - Throws: `MediaError` if the failure is permanent, or the retry policy gives up.
  func beginWithRetries(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    retries.noteSeek()
    while true {
      do throws(MediaError) {
        return try begin(plan, source, isAtStart: isAtStart)
      } catch {
        guard source.canRetryRead, !plan.isSpeculative,
          retries.shouldRetry(error, queued: queued, seconds: 0)
        else { throw error }
      }
      retries.backOff { mailbox.endsCurrentStart }
      if mailbox.endsCurrentStart { return }
      _ = source.tend(ahead: 0)
    }
  }

  /// Begins a start: reuses work of earlier seeks nearby if possible; otherwise seeks to the sync sample before the
  /// target and sends the packets read there to the decoders.
  ///
  /// - Throws: `MediaError` if seeking or reading fails.
  func begin(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    if canReuseNearbySeeks(plan, source), !plan.isSpeculative {
      if beginNearbySeek(plan, source) { return }
    } else if plan.mode == .reverse {
      forgetSeeks()
    }
    playbackPackets = 0
    closedCaptionIntake?.jump()
    frameCache.noteDiscontinuity()
    var (plan, resumed) = planNearbySeek(plan, source)
    assignNumber(&plan)
    self.plan = plan
    sentThrough = nil
    heldPackets = []
    isIdle = false
    reverse.end()
    tail = nil
    scrub.closeDecoder()
    progress = PacketDistribution()
    // A speculative start leaves audio alone. A pending paused seek that needs no decoding stays in the queue.
    let receivers = plan.isSpeculative ? queues.filter { $0.key == videoIndex } : queues
    if !plan.isSpeculative { for queue in queues.values { queue.clear() } }
    if plan.mode == .reverse { return beginReverse(plan) }
    guard let lead = videoIndex ?? queues.keys.min() else {
      isIdle = true
      return
    }
    let search = SyncSampleSearch(lead: lead, isVideo: videoIndex != nil, byteLimit: 2 * limits.packetBytes)
    let found = try search.find(
      plan.target, source, isAtStart: isAtStart, admits: admits, isInterrupted: { mailbox.endsCurrentStart })
    let key = found.key
    // Without presentation times the frame at the target is only known after decoding, and a pipe cannot be read twice:
    // there a paused seek starts like playback.
    if !source.info.hasPresentationTimes || !source.info.isSeekable { self.plan?.playInsteadOfShowingFrame() }
    if let position = resumed?.position, !(key ?? .positiveInfinity <= position.openTime) {
      resumed = nil
      plan.reuse.approach = .fresh(poolsFormer: plan.reuse.poolsFormer)
      self.plan = plan
    }
    let target = videoIndex == nil ? plan.target : plan.resolvedTarget(key: key ?? .invalid)
    // The sync sample was found by its decode time: the decoded frame has the exact presentation time.
    if !source.info.hasPresentationTimes && target == key { self.plan?.snapToFrame() }
    let begun = self.plan ?? plan
    filter =
      source.info.hasPresentationTimes && videoIndex != nil
      ? SeekPacketFilter(target: target, known: resumed?.position.sent ?? []) : nil
    for queue in receivers.values { queue.push(.begin(begun, target: target)) }
    if let resumed { resume(resumed) }
    for packet in found.packets { distribute(packet) }
    if key == nil && found.packets.isEmpty { finish() }
  }

  /// Assigns the next number to a start.
  func assignNumber(_ plan: inout PipelineStart) {
    startNumber += 1
    plan.reuse.startNumber = startNumber
  }

  /// Adds a track during playback: reads from the target again and drops the packets that other tracks have received
  /// already. In a source that cannot seek, the track starts with the next packet.
  func follow(_ plan: PipelineStart, track: Int, _ source: any PacketSource) throws(MediaError) {
    guard let queue = queues[track] else { return }
    queue.push(.begin(plan, target: plan.target))
    guard source.info.isSeekable else {
      if isIdle { queue.push(.endOfStream) }
      return
    }
    progress.rewind(for: track)
    isIdle = false
    // As at a start, audio decoders output correct samples only after a packet or two.
    let seekTime = max(.zero, plan.target - CMTime(value: 1, timescale: 10))
    try source.join(track, at: seekTime, lead: videoIndex ?? track)
  }

  /// Whether a packet belongs to a track with a queue. Those of text, captions, and metadata are processed at once.
  func admits(_ packet: Packet) -> Bool {
    if packet.streamIndex == text.track { text.take(packet) }
    if captionIntake?.take(packet) == true || metadata?.take(packet) == true { return false }
    return queues[packet.streamIndex] != nil
  }
}
