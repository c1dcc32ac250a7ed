import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking

/// Where reading begins.
extension DemuxLoop {
  /// How far before the target to look, in seconds, each time the first sync sample found lies behind it.
  static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]

  /// Begins, again and again while the network is lost, until another start is asked for or its time is over.
  func beginPatiently(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    patience.moved()
    while true {
      do throws(MediaError) {
        return try begin(plan, source, isAtStart: isAtStart)
      } catch {
        guard source.canReadAgain, !plan.isSpeculative,
          patience.failed(error, queued: queued, seconds: 0, now: NetworkTime.now)
        else { throw error }
      }
      backOff { mailbox.endsPresentStart }
      if mailbox.endsPresentStart { return }
      _ = source.tend(ahead: 0)
    }
  }

  func begin(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    if isNearbyOfUse(plan, source), !plan.isSpeculative {
      if beginNearby(plan, source) { return }
    } else if plan.mode == .reverse {
      forgetStills()
    }
    flowLength = 0
    closed?.jump()
    visited.jump()
    var (plan, resumed) = prepared(plan, source)
    number(&plan)
    self.plan = plan
    givenThrough = nil
    heldBack = []
    isIdle = false
    reverseBound = nil
    tail = nil
    scrub.closeDecoder()
    progress = DealingProgress()
    // The sound is left alone by what nobody asked for, and a still may wait that can be shown beside it.
    let receivers = plan.isSpeculative ? queues.filter { $0.key == videoIndex } : queues
    if !plan.isSpeculative { for queue in queues.values { queue.clear() } }
    if plan.mode == .reverse { return beginReverse(plan) }
    guard let lead = videoIndex ?? queues.keys.min() else {
      isIdle = true
      return
    }
    // Sound is found a little early: decoders need a packet or two before what they give is right.
    let preroll = videoIndex == nil ? CMTime(value: 1, timescale: 10) : .zero
    let isFromBeginning = plan.target <= .zero
    var early: [Packet] = []
    var key: CMTime?
    for (attempt, back) in Self.stepsBack.enumerated() {
      let wanted = plan.target - preroll - CMTime(seconds: back, preferredTimescale: 1000)
      if !(isAtStart && isFromBeginning && attempt == 0) && source.info.isSeekable {
        try source.seek(to: isFromBeginning ? .zero : wanted, track: lead)
      }
      early = []
      let isLast =
        videoIndex == nil || isFromBeginning || !source.info.isSeekable || wanted <= .zero
        || attempt == Self.stepsBack.count - 1
      key = try readToKey(lead, source, acceptsAny: isLast, into: &early)
      if isLast { break }
      if let key, key + reorderingDelay(source) <= plan.target { break }
    }
    // Pictures without times of their own cannot be told apart before they are decoded, and what came out of a pipe does not
    // come again: there a still is the beginning of a flow.
    if !source.info.hasPresentationTimes || !source.info.isSeekable { self.plan?.mode = .flow }
    if let place = resumed?.place, !(key ?? .positiveInfinity <= place.landed) {
      resumed = nil
      plan.way = .fresh
      self.plan = plan
    }
    let target = videoIndex == nil ? plan.target : plan.resolvedTarget(key: key ?? .invalid)
    // The sync sample was found by its decode time: its picture knows better when it is to be seen.
    if !source.info.hasPresentationTimes && target == key { self.plan?.snapsToPicture = true }
    let begun = self.plan ?? plan
    filter =
      source.info.hasPresentationTimes && videoIndex != nil
      ? SeekPacketFilter(target: target, known: resumed?.place.given ?? []) : nil
    for queue in receivers.values { queue.push(.begin(begun, target: target)) }
    if let resumed { resume(resumed) }
    for packet in early { deal(packet) }
    if key == nil && early.isEmpty { finish() }
  }

  func number(_ plan: inout PipelineStart) {
    order += 1
    plan.order = order
  }

  /// Another track joins: what the others have got already is read again and left away. What cannot be read again begins with
  /// the next packet.
  func follow(_ plan: PipelineStart, track: Int, _ source: any PacketSource) throws(MediaError) {
    guard let queue = queues[track] else { return }
    queue.push(.begin(plan, target: plan.target))
    guard source.info.isSeekable else {
      if isIdle { queue.push(.endOfStream) }
      return
    }
    progress.rewind(for: track)
    isIdle = false
    // As at a start, decoders of sound need a packet or two before what they give is right.
    let wanted = max(.zero, plan.target - CMTime(value: 1, timescale: 10))
    try source.join(track, at: wanted, lead: videoIndex ?? track)
  }

  /// How much later than its decode time a picture may be seen, where the container tells only the latter: three pictures, more
  /// than codecs in such containers reorder.
  func reorderingDelay(_ source: any PacketSource) -> CMTime {
    guard !source.info.hasPresentationTimes, let videoIndex, let video = source.info.track(at: videoIndex)?.video
    else {
      return .zero
    }
    return video.minFrameDuration.isNumeric
      ? CMTimeMultiply(video.minFrameDuration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the first sync sample of the leading track. What comes before it cannot be decoded and is dropped; packets of
  /// other tracks are kept. Some containers mark no sync samples (4X Movie, DXA, DFA, APNG): `acceptsAny` begins with the first packet
  /// where none comes.
  func readToKey(
    _ lead: Int, _ source: any PacketSource, acceptsAny: Bool, into early: inout [Packet]
  ) throws(MediaError) -> CMTime? {
    var bytes = 0
    var all: [Packet] = []
    while bytes < 2 * limits.packetBytes, !mailbox.endsPresentStart, let packet = try source.read() {
      if packet.streamIndex == text.track { text.take(packet) }
      if intake?.take(packet) == true || metadata?.take(packet) == true { continue }
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
  fileprivate var startTime: CMTime { presentationTime.isNumeric ? presentationTime : decodeTime }
}
