import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking

/// Starting to read at a position.
extension DemuxLoop {
  /// Seconds before the target at which to search, each time the first sync sample found is after the target.
  static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]

  /// Begins a start, and retries while the network is lost, until another start is requested or the retry policy gives
  /// up.
  ///
  /// - Parameter isAtStart: Whether nothing has been read from the source: a start at zero then needs no seek.
  /// - Throws: `MediaError` if the failure is permanent, or the retry policy gives up.
  func beginWithRetries(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    retryPolicy.noteSeek()
    while true {
      do throws(MediaError) {
        return try begin(plan, source, isAtStart: isAtStart)
      } catch {
        guard source.canRetryRead, !plan.isSpeculative,
          retryPolicy.shouldRetry(error, queued: queued, seconds: 0, now: NetworkTime.now)
        else { throw error }
      }
      backOff { mailbox.endsCurrentStart }
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
    reverseBound = nil
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
    // Audio starts a little early: decoders output correct samples only after a packet or two.
    let preroll = videoIndex == nil ? CMTime(value: 1, timescale: 10) : .zero
    let isFromBeginning = plan.target <= .zero
    var early: [Packet] = []
    var key: CMTime?
    for (attempt, back) in Self.stepsBack.enumerated() {
      let seekTime = plan.target - preroll - CMTime(seconds: back, preferredTimescale: 1000)
      if !(isAtStart && isFromBeginning && attempt == 0) && source.info.isSeekable {
        try source.seek(to: isFromBeginning ? .zero : seekTime, track: lead)
      }
      early = []
      let isLast =
        videoIndex == nil || isFromBeginning || !source.info.isSeekable || seekTime <= .zero
        || attempt == Self.stepsBack.count - 1
      key = try readToKey(lead, source, acceptsAny: isLast, into: &early)
      if isLast { break }
      if let key, key + reorderingDelay(source) <= plan.target { break }
    }
    // Without presentation times the frame at the target is only known after decoding, and a pipe cannot be read twice:
    // there a paused seek starts like playback.
    if !source.info.hasPresentationTimes || !source.info.isSeekable { self.plan?.mode = .playback }
    if let position = resumed?.position, !(key ?? .positiveInfinity <= position.openTime) {
      resumed = nil
      plan.approach = .fresh
      self.plan = plan
    }
    let target = videoIndex == nil ? plan.target : plan.resolvedTarget(key: key ?? .invalid)
    // The sync sample was found by its decode time: the decoded frame has the exact presentation time.
    if !source.info.hasPresentationTimes && target == key { self.plan?.snapsToFrame = true }
    let begun = self.plan ?? plan
    filter =
      source.info.hasPresentationTimes && videoIndex != nil
      ? SeekPacketFilter(target: target, known: resumed?.position.sent ?? []) : nil
    for queue in receivers.values { queue.push(.begin(begun, target: target)) }
    if let resumed { resume(resumed) }
    for packet in early { distribute(packet) }
    if key == nil && early.isEmpty { finish() }
  }

  /// Assigns the next number to a start.
  func assignNumber(_ plan: inout PipelineStart) {
    startNumber += 1
    plan.startNumber = startNumber
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

  /// The maximum delay from decode to presentation where the container only has decode times: three frames, more than
  /// codecs in such containers reorder.
  func reorderingDelay(_ source: any PacketSource) -> CMTime {
    guard !source.info.hasPresentationTimes, let videoIndex, let video = source.info.track(at: videoIndex)?.video
    else {
      return .zero
    }
    return video.minFrameDuration.isNumeric
      ? CMTimeMultiply(video.minFrameDuration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the first sync sample of the leading track. Its packets before that cannot be decoded and are dropped;
  /// packets of other tracks are retained. Some containers mark no sync samples (4X Movie, DXA, DFA, APNG): with
  /// `acceptsAny`, the first packet is used if no sync sample is found.
  ///
  /// - Parameters:
  ///   - lead: The index of the track used for seeking: video, or the first track without video.
  ///   - acceptsAny: Whether no further search follows, so that packets without a sync sample are used.
  ///   - early: Receives the packets to distribute, in the order in which they were read.
  /// - Returns: The time of the sync sample; nil if none was found, or the read was interrupted.
  func readToKey(
    _ lead: Int, _ source: any PacketSource, acceptsAny: Bool, into early: inout [Packet]
  ) throws(MediaError) -> CMTime? {
    var bytes = 0
    var all: [Packet] = []
    while bytes < 2 * limits.packetBytes, !mailbox.endsCurrentStart, let packet = try source.read() {
      if packet.streamIndex == text.track { text.take(packet) }
      if captionIntake?.take(packet) == true || metadata?.take(packet) == true { continue }
      guard queues[packet.streamIndex] != nil else { continue }
      bytes += packet.byteCount
      all.append(packet)
      guard packet.streamIndex == lead, packet.isKey || videoIndex == nil else { continue }
      early = all.filter { $0.streamIndex != lead || $0 === packet }
      return packet.startTime
    }
    guard acceptsAny else {
      early = all.filter { $0.streamIndex != lead }
      return nil
    }
    early = all
    return all.first { $0.streamIndex == lead }?.startTime
  }
}

extension Packet {
  /// The presentation time, or the decode time in containers without presentation times.
  fileprivate var startTime: CMTime { presentationTime.isNumeric ? presentationTime : decodeTime }
}
