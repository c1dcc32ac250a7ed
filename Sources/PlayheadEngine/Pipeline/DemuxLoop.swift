import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// The reader thread's side of one item: opens the container, finds positions in it, and deals packets to the decoders' queues.
///
/// It alone touches the source of packets. Commands wait in `ReaderMailbox`; a command also ends a read that blocks.
final class DemuxLoop {
  let mailbox: ReaderMailbox
  let item: EngineItem
  let environment: PlaybackEnvironment
  let limits: BufferLimits
  let report: @Sendable (PipelineReport) -> Void
  /// Seconds of pictures that are ready.
  private let decoded: @Sendable () -> Double
  var queues: [Int: PacketQueue] = [:]
  var videoIndex: Int?
  var intake: CaptionIntake?
  var closed: ClosedCaptionIntake?
  var metadata: MetadataIntake?
  var plan: PipelineStart?
  /// The number of the start that the picture's decoder was given last.
  var order = 0
  var filter: SeekPacketFilter?
  var heldBack: [Packet] = []
  var isIdle = true
  /// Playing backward: pictures before this time come next.
  var reverseBound: CMTime?
  /// Stills that were asked for one after the other.
  var scrub = ScrubStrategy()
  let visited: DecodedFrameCache
  let parked: DecoderPool
  /// Packets up to this decode time were given to the decoder that goes on.
  var givenThrough: CMTime?
  /// How many packets behind a still the decoder is given, so that it gives the still without being drained; nil: none are due.
  var tail: Int?
  /// Video packets since the present start.
  var flowLength = 0
  /// How far each track was dealt, and who was told that there is no more.
  var progress = DealingProgress()
  var patience: ReadRetryPolicy
  /// The start for which it was reported that no sound can be read.
  private var epochOutOfReach: Int?
  /// The text that is read along; of streams only.
  var text: StreamText

  init(
    mailbox: ReaderMailbox, item: EngineItem, environment: PlaybackEnvironment, visited: DecodedFrameCache,
    parked: DecoderPool, decoded: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.mailbox = mailbox
    self.item = item
    self.environment = environment
    self.visited = visited
    self.parked = parked
    limits = environment.limits
    patience = ReadRetryPolicy(limit: item.networkTimeout)
    self.decoded = decoded
    self.report = report
    text = StreamText(item)
  }

  func run() {
    let budget = OpeningBudget()
    do throws(MediaError) {
      guard
        let source = try MediaOpener.open(
          item, environment, gate: mailbox.gate, budget: budget, networkTimeout: item.networkTimeout,
          adopt: mailbox.adopt)
      else { return }
      budget.end()
      report(.opened(source.info, source.info.tracks.compactMap { source.parameters(ofTrack: $0.index) }))
      loop(source)
    } catch {
      report(.failed(error))
      // Stays until it is closed: whoever closes it waits for the thread.
      while !mailbox.isClosed { mailbox.gate.wait(until: nil) }
    }
  }

  func loop(_ source: any PacketSource) {
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
          try beginPatiently(plan, source, isAtStart: isAtStart)
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
      let deadline = source.tend(ahead: secondsAhead)
      if source.takeNews() { report(.interstitialsChanged) }
      while text.track != nil, let packet = source.takeText() { text.take(packet) }
      if beginAhead(source) { continue }
      if isIdle || isFull {
        if !isIdle { reportSoundOutOfReach() }
        mailbox.gate.wait(until: deadline)
      } else {
        step(source)
      }
    }
  }

  func activate(_ source: any PacketSource) {
    let beside = Set([intake?.track, text.track].compactMap { $0 }).union(metadata?.indexes ?? [])
    source.setActiveTracks(Set(queues.keys).union(beside))
  }

  func handle(_ error: MediaError) {
    // What a read that was cut short would have given is lacking.
    if plan?.isSpeculative == true { return giveUpAhead() }
    guard error.kind != .cancelled else { return }
    isIdle = true
    guard let plan, plan.mode == .flow, !progress.isEmpty else { return report(.failed(error)) }
    endTracks()
    report(.readFailed(epoch: plan.epoch, error))
  }

  func step(_ source: any PacketSource) {
    do throws(MediaError) {
      if let bound = reverseBound { return try stepBackward(before: bound, source) }
      if let packet = try source.read() {
        patience.worked(bytes: packet.byteCount, track: packet.streamIndex, time: packet.decodeTime)
        deal(packet)
        if let duration = source.takeDuration() { report(.durationEstimated(duration)) }
      } else {
        finish()
      }
    } catch {
      let seconds = queuedSeconds
      guard source.canReadAgain,
        patience.failed(error, queued: queued, seconds: seconds, now: NetworkTime.now)
      else {
        return handle(error)
      }
      backOff { mailbox.hasMessages }
      patience.paused(queued: queued)
    }
  }

  /// Waits before what has failed is tried again. Loads that end open the gate, and do not shorten the pause. A manual clock does not
  /// count the network's time: there one wait is enough, and the pause lasts in the network's time, or a server would be asked without any.
  func backOff(until isOver: () -> Bool) {
    let (clock, began) = (environment.clock, NetworkTime.now)
    let end = clock.now + patience.pause
    repeat { mailbox.gate.wait(until: end) } while !clock.waitsForNetwork && clock.now < end && !isOver()
    guard clock.waitsForNetwork else { return }
    while NetworkTime.now < began + patience.pause.seconds, !isOver() { usleep(Self.lookInterval) }
  }
  /// Microseconds.
  private static let lookInterval: UInt32 = 5000

  /// Seconds at hand of the track that has least.
  private var queuedSeconds: Double { queues.values.map(\.seconds).min() ?? 0 }

  /// Seconds of media that were read and have not been seen yet. Of sound alone what its decoder has is little.
  private var secondsAhead: Double { queuedSeconds + (videoIndex == nil ? 0 : decoded()) }

  /// Playing cannot begin with sound that lies behind all that the queues hold, as in a file that is not interleaved.
  private func reportSoundOutOfReach() {
    guard let plan, plan.mode == .flow, !plan.isSpeculative, plan.epoch != epochOutOfReach,
      queues.contains(where: { $0.key != videoIndex && $0.value.isEmpty })
    else { return }
    epochOutOfReach = plan.epoch
    report(.soundIsOutOfReach(epoch: plan.epoch))
  }

  /// Bytes at hand of each track.
  var queued: [Int] { queues.sorted { $0.key < $1.key }.map(\.value.bytes) }

  var isFull: Bool {
    if reverseBound != nil { return queues.values.contains { !$0.isEmpty } }
    return limits.isFull(queues.values)
  }
}
