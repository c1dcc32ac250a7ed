import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// The reader thread's side of one item: opens the container, finds positions in it, and deals packets to the decoders' queues.
///
/// It alone touches the demuxer. Commands wait in `ReaderMailbox`; a command also ends a read that blocks.
final class ItemReader {
  private let mailbox: ReaderMailbox
  private let item: EngineItem
  private let provider: any ByteSourceProvider
  private let limits: BufferLimits
  private let report: @Sendable (PipelineReport) -> Void
  private var queues: [Int: PacketQueue] = [:]
  private var videoIndex: Int?
  private var plan: StartPlan?
  private var filter: LandingFilter?
  private var heldBack: [Packet] = []
  private var isIdle = true
  /// Playing backward: pictures before this time come next.
  private var reverseBound: CMTime?

  init(
    mailbox: ReaderMailbox, item: EngineItem, environment: PlaybackEnvironment,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.mailbox = mailbox
    self.item = item
    provider = environment.sources
    limits = environment.limits
    self.report = report
  }

  func run() {
    do throws(MediaError) {
      let source = try MediaOpener.source(for: item.url, options: item.options, from: provider)
      guard mailbox.adopt(source) else { return }
      var demuxer = try MediaOpener.demuxer(source, url: item.url)
      let streams = demuxer.info.tracks.compactMap { demuxer.parameters(ofStream: $0.index) }
      report(.opened(demuxer.info, streams))
      loop(&demuxer)
    } catch {
      report(.failed(error))
      // Stays until it is closed: whoever closes it waits for the thread.
      while !mailbox.isClosed { mailbox.gate.wait(until: nil) }
    }
  }

  private func loop(_ demuxer: inout Demuxer) {
    var isAtStart = true
    while !mailbox.isClosed {
      switch mailbox.next() {
      case .select(let queues, let video):
        self.queues = queues
        videoIndex = video
        demuxer.setActiveStreams(Set(queues.keys))
        continue
      case .begin(let plan):
        do throws(DemuxError) {
          try begin(plan, &demuxer, isAtStart: isAtStart)
        } catch {
          handle(error)
        }
        isAtStart = false
        continue
      case .close: return
      case nil: break
      }
      if isIdle || isFull {
        mailbox.gate.wait(until: nil)
      } else {
        step(&demuxer)
      }
    }
  }

  private func handle(_ error: DemuxError) {
    guard !error.isCancelled else { return }
    isIdle = true
    report(.failed(MediaOpener.explain(error, url: item.url)))
  }

  private func step(_ demuxer: inout Demuxer) {
    do throws(DemuxError) {
      if let bound = reverseBound { return try stepBackward(before: bound, &demuxer) }
      if let packet = try demuxer.readPacket() {
        deal(packet)
      } else {
        finish()
      }
    } catch {
      handle(error)
    }
  }

  private var isFull: Bool {
    if reverseBound != nil { return queues.values.contains { !$0.isEmpty } }
    return limits.isFull(queues.values)
  }

  // MARK: Starting

  /// How far before the target to look, in seconds, each time the first sync sample found lies behind it.
  private static let stepsBack: [Double] = [0, 0.5, 2, 8, 30, 120]

  private func begin(_ plan: StartPlan, _ demuxer: inout Demuxer, isAtStart: Bool) throws(DemuxError) {
    self.plan = plan
    heldBack = []
    isIdle = false
    reverseBound = nil
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
      if !(isAtStart && isFromBeginning && attempt == 0) && demuxer.info.isSeekable {
        try demuxer.seek(to: isFromBeginning ? .zero : wanted, stream: lead)
      }
      early = []
      key = try readToKey(lead, &demuxer, into: &early)
      if videoIndex == nil || isFromBeginning || !demuxer.info.isSeekable || wanted <= .zero { break }
      if let key, key + reorderingDelay(demuxer) <= plan.target { break }
    }
    // Pictures without times of their own cannot be told apart before they are decoded, and what came out of a pipe does not
    // come again: there a still is the beginning of a flow.
    if !demuxer.info.hasPresentationTimes || !demuxer.info.isSeekable { self.plan?.mode = .flow }
    let target = videoIndex == nil ? plan.target : plan.resolvedTarget(key: key ?? .invalid)
    // The sync sample was found by its decode time: its picture knows better when it is to be seen.
    if !demuxer.info.hasPresentationTimes && target == key { self.plan?.snapsToPicture = true }
    let begun = self.plan ?? plan
    filter = demuxer.info.hasPresentationTimes && videoIndex != nil ? LandingFilter(target: target) : nil
    for queue in queues.values { queue.push(.begin(begun, target: target)) }
    for packet in early { deal(packet) }
    if key == nil && early.isEmpty { finish() }
  }

  /// How much later than its decode time a picture may be seen, where the container tells only the latter: three pictures, more
  /// than codecs in such containers reorder.
  private func reorderingDelay(_ demuxer: borrowing Demuxer) -> CMTime {
    guard !demuxer.info.hasPresentationTimes, let videoIndex, let video = demuxer.info.track(at: videoIndex)?.video
    else {
      return .zero
    }
    return video.minFrameDuration.isNumeric
      ? CMTimeMultiply(video.minFrameDuration, multiplier: 3) : CMTime(value: 1, timescale: 10)
  }

  /// Reads to the first sync sample of the leading track. What comes before it cannot be decoded and is dropped; packets of
  /// other tracks are kept.
  private func readToKey(
    _ lead: Int, _ demuxer: inout Demuxer, into early: inout [Packet]
  ) throws(DemuxError) -> CMTime? {
    var bytes = 0
    while bytes < 2 * limits.packetBytes, !mailbox.endsPresentStart {
      guard let packet = try demuxer.readPacket() else { return nil }
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
  private func stepBackward(before bound: CMTime, _ demuxer: inout Demuxer) throws(DemuxError) {
    guard let videoIndex, let queue = queues[videoIndex], bound > .zero else { return finishReverse() }
    var group: ReverseGroup?
    for back in Self.stepsBack {
      let wanted = bound - CMTime(value: 1, timescale: 1_000_000) - CMTime(seconds: back, preferredTimescale: 1000)
      try demuxer.seek(to: max(.zero, wanted), stream: videoIndex)
      group = try readGroup(before: bound, videoIndex, &demuxer)
      if group != nil || wanted <= .zero || mailbox.endsPresentStart { break }
    }
    guard let group else { return finishReverse() }
    queue.push(.group(group))
    reverseBound = group.lower
  }

  private func readGroup(
    before bound: CMTime, _ lead: Int, _ demuxer: inout Demuxer
  ) throws(DemuxError) -> ReverseGroup? {
    var packets: [Packet] = []
    while !mailbox.endsPresentStart, let packet = try demuxer.readPacket() {
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

  // MARK: Dealing

  private func deal(_ packet: Packet) {
    guard let queue = queues[packet.streamIndex] else { return }
    guard packet.streamIndex == videoIndex else {
      if plan?.mode == .flow { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    guard filter != nil else { return queue.push(.packet(packet, skipsNonReference: false)) }
    heldBack.append(packet)
    if filter?.see(packet.landingTimes) == true {
      settle(queue)
    } else {
      release(to: queue)
    }
  }

  /// Lets packets go, in order, up to the first whose fate is open.
  private func release(to queue: PacketQueue) {
    while let packet = heldBack.first, let skips = filter?.decision(packet.landingTimes) {
      queue.push(.packet(packet, skipsNonReference: skips))
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
      if plan?.mode == .still {
        queue.push(.drain)
        isIdle = true
      }
      return
    }
    queue.push(.cover(cover))
    for packet in heldBack {
      let isCover = packet.presentationTime == cover
      let skips = !isCover && packet.presentationTime <= cover
      queue.push(.packet(packet, skipsNonReference: skips))
      if isCover && plan?.mode == .still {
        queue.push(.drain)
        isIdle = true
        break
      }
    }
    heldBack = []
    filter = nil
  }

  private func finish() {
    isIdle = true
    if let videoIndex, let queue = queues[videoIndex], filter != nil {
      filter?.settle()
      settle(queue)
    }
    for queue in queues.values { queue.push(.endOfStream) }
    if let plan, plan.mode == .flow { report(.readEverything(epoch: plan.epoch)) }
  }
}

extension Packet {
  fileprivate var landingTimes: LandingFilter.Times { .init(presentation: presentationTime, decode: decodeTime) }
}
