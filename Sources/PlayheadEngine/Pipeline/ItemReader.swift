import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// The reader thread's side of one item: opens the container, finds positions in it, and deals packets to the decoders' queues.
///
/// It alone touches the source of packets. Commands wait in `ReaderMailbox`; a command also ends a read that blocks.
final class ItemReader {
  private let mailbox: ReaderMailbox
  private let item: EngineItem
  private let environment: PlaybackEnvironment
  private let limits: BufferLimits
  private let report: @Sendable (PipelineReport) -> Void
  private var queues: [Int: PacketQueue] = [:]
  private var videoIndex: Int?
  private var intake: CaptionIntake?
  private var closed: ClosedCaptionIntake?
  private var metadata: MetadataIntake?
  private var plan: StartPlan?
  private var filter: LandingFilter?
  private var heldBack: [Packet] = []
  private var isIdle = true
  /// Playing backward: pictures before this time come next.
  private var reverseBound: CMTime?
  /// Stills that were asked for one after the other.
  private var scrub = ScrubMemory()
  private let visited: VisitedPictures
  private let glimpses: Glimpses
  /// How many packets behind a still the decoder is given, so that it gives the still without being drained; nil: none are due.
  private var tail: Int?
  /// Video packets since the present start.
  private var flowLength = 0
  /// How far each track was dealt, and who was told that there is no more.
  private var progress = DealingProgress()
  private var patience = ReadPatience()
  /// The text that is read along; of streams only.
  private var text: StreamText

  init(
    mailbox: ReaderMailbox, item: EngineItem, environment: PlaybackEnvironment, visited: VisitedPictures,
    glimpses: Glimpses,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.mailbox = mailbox
    self.item = item
    self.environment = environment
    self.visited = visited
    self.glimpses = glimpses
    limits = environment.limits
    self.report = report
    text = StreamText(item)
  }

  func run() {
    do throws(MediaError) {
      guard let source = try MediaOpener.open(item, environment, gate: mailbox.gate, adopt: mailbox.adopt) else {
        return
      }
      report(.opened(source.info, source.info.tracks.compactMap { source.parameters(ofTrack: $0.index) }))
      loop(source)
    } catch {
      report(.failed(error))
      // Stays until it is closed: whoever closes it waits for the thread.
      while !mailbox.isClosed { mailbox.gate.wait(until: nil) }
    }
  }

  private func loop(_ source: any PacketSource) {
    var isAtStart = true
    metadata = MetadataIntake(source.info, of: item)
    while !mailbox.isClosed {
      switch mailbox.next() {
      case .select(let queues, let video):
        self.queues = queues
        videoIndex = video
        // What was seen of the same pictures is still wanted when captions are chosen.
        if closed?.track != video {
          closed = video.flatMap { ClosedCaptionIntake(source.parameters(ofTrack: $0), of: item) }
        }
        activate(source)
        continue
      case .text(let track, let time):
        do throws(MediaError) {
          try text.select(track, from: time, source, others: Set(queues.keys))
        } catch {
          handle(error)
        }
        continue
      case .follow(let queues, let track, let plan):
        self.queues = queues
        activate(source)
        do throws(MediaError) {
          try follow(plan, track: track, source)
        } catch {
          handle(error)
        }
        continue
      case .begin(let plan):
        // Somebody may listen to metadata who did not before.
        if metadata?.indexes.isEmpty == false { activate(source) }
        do throws(MediaError) {
          try begin(plan, source, isAtStart: isAtStart)
        } catch {
          handle(error)
        }
        isAtStart = false
        continue
      case .captions(let track):
        intake = nil
        let service = track.flatMap { ClosedCaptionService(trackIndex: $0) }
        closed?.choose(service)
        if service == nil, let track, let parameters = source.parameters(ofTrack: track) {
          intake = CaptionIntake(parameters, of: item)
        }
        activate(source)
        // What was read to its end may have captions left.
        if intake != nil, plan?.mode == .flow { isIdle = false }
        continue
      case .close: return
      case nil: break
      }
      let deadline = source.tend()
      while text.track != nil, let packet = source.takeText() { text.take(packet) }
      if isIdle || isFull {
        mailbox.gate.wait(until: deadline)
      } else {
        step(source)
      }
    }
  }

  private func activate(_ source: any PacketSource) {
    let beside = Set([intake?.track, text.track].compactMap { $0 }).union(metadata?.indexes ?? [])
    source.setActiveTracks(Set(queues.keys).union(beside))
  }

  private func handle(_ error: MediaError) {
    guard error.kind != .cancelled else { return }
    isIdle = true
    report(.failed(error))
  }

  private func step(_ source: any PacketSource) {
    do throws(MediaError) {
      if let bound = reverseBound { return try stepBackward(before: bound, source) }
      if let packet = try source.read() {
        patience.worked()
        deal(packet)
      } else {
        finish()
      }
    } catch {
      let seconds = queues.values.map(\.seconds).min() ?? 0
      guard source.canReadAgain,
        patience.failed(error, queued: queued, seconds: seconds, now: NetworkTime.now)
      else {
        return handle(error)
      }
      mailbox.gate.wait(until: environment.clock.now + ReadPatience.pause)
      patience.paused(queued: queued)
    }
  }

  /// Bytes at hand of each track.
  private var queued: [Int] { queues.sorted { $0.key < $1.key }.map(\.value.bytes) }

  private var isFull: Bool {
    if reverseBound != nil { return queues.values.contains { !$0.isEmpty } }
    return limits.isFull(queues.values)
  }

  // MARK: Starting

  /// How far before the target to look, in seconds, each time the first sync sample found lies behind it.
  private static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]

  private func begin(_ plan: StartPlan, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    if isNearbyOfUse(plan, source) {
      if beginNearby(plan, source) { return }
    } else if plan.mode == .reverse {
      forgetStills()
    }
    flowLength = 0
    closed?.jump()
    let plan = prepared(plan, source)
    self.plan = plan
    heldBack = []
    isIdle = false
    reverseBound = nil
    tail = nil
    scrub.closeDecoder()
    progress = DealingProgress()
    for queue in queues.values { queue.clear() }
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
      key = try readToKey(lead, source, into: &early)
      if videoIndex == nil || isFromBeginning || !source.info.isSeekable || wanted <= .zero { break }
      if let key, key + reorderingDelay(source) <= plan.target { break }
    }
    // Pictures without times of their own cannot be told apart before they are decoded, and what came out of a pipe does not
    // come again: there a still is the beginning of a flow.
    if !source.info.hasPresentationTimes || !source.info.isSeekable { self.plan?.mode = .flow }
    let target = videoIndex == nil ? plan.target : plan.resolvedTarget(key: key ?? .invalid)
    // The sync sample was found by its decode time: its picture knows better when it is to be seen.
    if !source.info.hasPresentationTimes && target == key { self.plan?.snapsToPicture = true }
    let begun = self.plan ?? plan
    filter = source.info.hasPresentationTimes && videoIndex != nil ? LandingFilter(target: target) : nil
    for queue in queues.values { queue.push(.begin(begun, target: target)) }
    for packet in early { deal(packet) }
    if key == nil && early.isEmpty { finish() }
  }

  /// Another track joins: what the others have got already is read again and left away. What cannot be read again begins with
  /// the next packet.
  private func follow(_ plan: StartPlan, track: Int, _ source: any PacketSource) throws(MediaError) {
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
  private func reorderingDelay(_ source: any PacketSource) -> CMTime {
    guard !source.info.hasPresentationTimes, let videoIndex, let video = source.info.track(at: videoIndex)?.video
    else {
      return .zero
    }
    return video.minFrameDuration.isNumeric
      ? CMTimeMultiply(video.minFrameDuration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the first sync sample of the leading track. What comes before it cannot be decoded and is dropped; packets of
  /// other tracks are kept.
  private func readToKey(
    _ lead: Int, _ source: any PacketSource, into early: inout [Packet]
  ) throws(MediaError) -> CMTime? {
    var bytes = 0
    while bytes < 2 * limits.packetBytes, !mailbox.endsPresentStart {
      guard let packet = try source.read() else { return nil }
      if packet.streamIndex == text.track { text.take(packet) }
      if intake?.take(packet) == true || metadata?.take(packet) == true { continue }
      guard queues[packet.streamIndex] != nil else { continue }
      bytes += packet.byteCount
      guard packet.streamIndex == lead else {
        early.append(packet)
        continue
      }
      guard packet.isKey || videoIndex == nil else { continue }
      early.append(packet)
      return packet.presentationTime.isNumeric ? packet.presentationTime : packet.decodeTime
    }
    return nil
  }

  // MARK: Backward

  private func beginReverse(_ plan: StartPlan) {
    guard let videoIndex, let queue = queues[videoIndex] else {
      isIdle = true
      return
    }
    filter = nil
    queue.push(.begin(plan, target: plan.target))
    // The picture at the target itself is the first to be shown.
    reverseBound = plan.target + CMTime(value: 1, timescale: 1_000_000_000)
  }

  /// Reads the group of pictures that ends before `bound`, and makes its beginning the next bound.
  private func stepBackward(before bound: CMTime, _ source: any PacketSource) throws(MediaError) {
    guard let videoIndex, let queue = queues[videoIndex], bound > .zero else { return finishReverse() }
    var group: ReverseGroup?
    for back in Self.stepsBack {
      let wanted = bound - CMTime(value: 1, timescale: 1_000_000) - CMTime(seconds: back, preferredTimescale: 1000)
      try source.seek(to: max(.zero, wanted), track: videoIndex)
      group = try readGroup(before: bound, videoIndex, source)
      if group != nil || wanted <= .zero || mailbox.endsPresentStart { break }
    }
    guard let group else { return finishReverse() }
    queue.push(.group(group))
    reverseBound = group.lower
  }

  private func readGroup(
    before bound: CMTime, _ lead: Int, _ source: any PacketSource
  ) throws(MediaError) -> ReverseGroup? {
    var packets: [Packet] = []
    while !mailbox.endsPresentStart, let packet = try source.read() {
      guard packet.streamIndex == lead, packet.isKey || !packets.isEmpty else { continue }
      if packets.isEmpty, !(packet.presentationTime < bound) { return nil }
      if packet.decodeTime.isNumeric, packet.decodeTime >= bound { break }
      packets.append(packet)
    }
    guard let lower = packets.first?.presentationTime, lower.isNumeric else { return nil }
    return ReverseGroup(packets: packets, lower: lower, upper: bound)
  }

  private func finishReverse() {
    reverseBound = nil
    isIdle = true
    for queue in queues.values { queue.push(.endOfStream) }
  }

  // MARK: Stills nearby

  /// Serves a still from what the last ones have left. False if there is nothing that helps.
  private func beginNearby(_ plan: StartPlan, _ source: any PacketSource) -> Bool {
    guard let videoIndex, let queue = queues[videoIndex] else { return false }
    var plan = plan
    if let picture = visited.picture(at: plan.target), isIdle {
      plan.way = .visited
      scrub.note(still: plan.target)
      // What a decoder was given that nothing goes on from would only keep it from seeing this start.
      if !scrub.isOpen { queue.clear() }
      queue.push(.begin(plan, target: plan.target))
      queue.push(.visited(picture))
      return true
    }
    let sync = source.indexedSyncTime(notAfter: plan.target, track: videoIndex)
    guard scrub.way(to: plan.target, sync: sync) == .onward, filter == nil, heldBack.isEmpty else { return false }
    plan.way = .onward
    plan.leavesOpen = true
    self.plan = plan
    isIdle = false
    tail = nil
    filter = LandingFilter(target: plan.target, known: scrub.recentTimes)
    scrub.note(still: plan.target)
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
  private func isNearbyOfUse(_ plan: StartPlan, _ source: any PacketSource) -> Bool {
    plan.isExactStill && videoIndex != nil && source.isOneFlow && source.info.hasPresentationTimes
      && source.info.isSeekable
  }

  /// What of a still may be of use to the next.
  private func prepared(_ plan: StartPlan, _ source: any PacketSource) -> StartPlan {
    guard isNearbyOfUse(plan, source) else { return plan }
    var plan = plan
    defer { scrub.note(still: plan.target) }
    guard case .fresh(let opens, let isBackward) = scrub.way(to: plan.target, sync: .positiveInfinity) else {
      return plan
    }
    plan.leavesOpen = opens
    if isBackward, let video = source.info.tracks.first(where: { $0.index == videoIndex })?.video {
      visited.clear()
      plan.keepsFrom = plan.target - keptTime(video)
    }
    return plan
  }

  /// How much time the pictures that may be kept stand for.
  private func keptTime(_ video: TrackInfo.VideoInfo) -> CMTime {
    let count = max(2, limits.visitedPictureBytes / max(1, video.width * video.height * 3 / 2))
    let length = video.minFrameDuration.isNumeric ? video.minFrameDuration.seconds : 1 / 30
    return CMTime(seconds: min(2, Double(count) * length), preferredTimescale: 1_000_000)
  }

  /// More packets than any decoder holds back: pictures that are reordered, and one for each of its threads.
  private static let tailLength = 8 + VideoDecodeLoop.threads

  /// The still's last packet was given: some more follow, so that the decoder lets it go.
  private func giveTail() {
    guard let target = plan?.target else { return }
    scrub.leaveOpen(at: target)
    let left = Self.tailLength - scrub.recentTimes.count { $0 > target }
    tail = left > 0 ? left : nil
    isIdle = left <= 0
  }

  /// Whoever plays for a while does not step back.
  private func noteFlow() {
    flowLength += 1
    if flowLength == Self.longFlow { forgetStills() }
  }
  /// More than is read ahead without playing.
  private static let longFlow = 300

  private func forgetStills() {
    scrub.forget()
    visited.clear()
    glimpses.clear()
  }

  /// Whether a picture that is not needed for the still is not needed for those kept before it either.
  private func isSkipped(_ packet: Packet) -> Bool {
    guard let from = plan?.keepsFrom else { return true }
    return packet.presentationTime < from
  }

  // MARK: Dealing

  private func deal(_ packet: Packet) {
    if packet.streamIndex == text.track { return text.take(packet) }
    if intake?.take(packet) == true || metadata?.take(packet) == true { return }
    guard let queue = queues[packet.streamIndex], progress.isNew(packet) else { return }
    guard packet.streamIndex == videoIndex else {
      if plan?.mode == .flow { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    lookInto(packet)
    scrub.dealt(packet.presentationTime, decode: packet.decodeTime)
    if plan?.mode == .flow { noteFlow() }
    guard filter != nil else {
      queue.push(.packet(packet, skipsNonReference: false))
      if let left = tail {
        tail = left > 1 ? left - 1 : nil
        isIdle = left <= 1
      }
      return
    }
    heldBack.append(packet)
    if filter?.see(packet.landingTimes) == true {
      settle(queue)
    } else {
      release(to: queue)
    }
  }

  /// Pictures may carry captions.
  private func lookInto(_ packet: Packet) {
    if let found = closed?.take(packet) { report(.closedCaptions(found)) }
  }

  /// Lets packets go, in order, up to the first whose fate is open.
  private func release(to queue: PacketQueue) {
    while let packet = heldBack.first, let skips = filter?.decision(packet.landingTimes) {
      queue.push(.packet(packet, skipsNonReference: skips && isSkipped(packet)))
      heldBack.removeFirst()
    }
  }

  /// The covering picture is known: in a still nothing after it is needed.
  private func settle(_ queue: PacketQueue) {
    guard let cover = filter?.cover else {
      // Every picture lies after the target: the first one is shown.
      filter = nil
      for packet in heldBack { queue.push(.packet(packet, skipsNonReference: false)) }
      heldBack = []
      endStill(queue)
      return
    }
    queue.push(.cover(cover))
    for packet in heldBack {
      let isCover = packet.presentationTime == cover
      let skips = !isCover && packet.presentationTime <= cover && isSkipped(packet)
      queue.push(.packet(packet, skipsNonReference: skips))
      // Pictures that are kept may be decoded after the one they are seen before.
      if isCover, let plan, plan.mode == .still, !plan.leavesOpen, plan.keepsFrom == nil { break }
    }
    heldBack = []
    filter = nil
    endStill(queue)
  }

  /// All that a still needs was given.
  private func endStill(_ queue: PacketQueue) {
    guard let plan, plan.mode == .still else { return }
    if plan.leavesOpen { return giveTail() }
    queue.push(.drain)
    isIdle = true
  }

  private func finish() {
    if let videoIndex, let queue = queues[videoIndex], filter != nil {
      filter?.settle()
      settle(queue)
    }
    // Nothing can go on from the end.
    scrub.closeDecoder()
    tail = nil
    isIdle = true
    for (track, queue) in queues where progress.ends(track) { queue.push(.endOfStream) }
    if let plan, plan.mode == .flow { report(.readEverything(epoch: plan.epoch)) }
  }
}
