import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// The reader thread of one item: opens the container, seeks in it, and distributes packets to the decoders' queues.
///
/// No other thread touches the packet source. Commands wait in `ReaderMailbox`; a start or the end also interrupts a
/// blocking read.
final class DemuxLoop {
  let mailbox: ReaderMailbox
  let item: EngineItem
  let environment: PlaybackEnvironment
  let limits: BufferLimits
  let report: @Sendable (PipelineReport) -> Void
  /// Seconds of decoded video that are ready.
  private let decoded: @Sendable () -> Double
  var queues: [Int: PacketQueue] = [:]
  var videoIndex: Int?
  var captionIntake: CaptionExtractor?
  var closedCaptionIntake: ClosedCaptionExtractor?
  var metadata: MetadataExtractor?
  var plan: PipelineStart?
  /// The number of the last start sent to the video decoder.
  var startNumber = 0
  var filter: SeekPacketFilter?
  var heldPackets: [Packet] = []
  var isIdle = true
  /// Reverse playback: the GOP before this time is read next.
  var reverseBound: CMTime?
  /// The history of recent paused seeks.
  var scrub = ScrubStrategy()
  let frameCache: DecodedFrameCache
  let decoderPool: DecoderPool
  /// The resuming decoder has already received packets up to this decode time.
  var sentThrough: CMTime?
  /// The number of packets still to be sent after those that a paused seek needs, so that the decoder outputs its frame
  /// without being drained; nil: none.
  var tail: Int?
  /// Video packets since the current start of playback.
  var playbackPackets = 0
  /// The last packet distributed for each track, and the tracks whose end was announced.
  var progress = PacketDistribution()
  var retryPolicy: ReadRetryPolicy
  /// The epoch for which out-of-reach audio was reported.
  private var epochOutOfReach: Int?
  /// The WebVTT rendition that is read along; only of streams.
  var text: StreamText

  init(
    mailbox: ReaderMailbox, item: EngineItem, environment: PlaybackEnvironment, frameCache: DecodedFrameCache,
    decoderPool: DecoderPool, decoded: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.mailbox = mailbox
    self.item = item
    self.environment = environment
    self.frameCache = frameCache
    self.decoderPool = decoderPool
    limits = environment.limits
    retryPolicy = ReadRetryPolicy(limit: item.networkTimeout)
    self.decoded = decoded
    self.report = report
    text = StreamText(item)
  }

  /// The body of the thread.
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
      // The thread runs until it is closed: closing waits for it.
      while !mailbox.isClosed { mailbox.gate.wait(until: nil) }
    }
  }

  func loop(_ source: any PacketSource) {
    var isAtStart = true
    metadata = MetadataExtractor(source.info, of: item)
    while !mailbox.isClosed {
      switch mailbox.next() {
      case .select(let queues, let video):
        self.queues = queues
        videoIndex = video
        // The services found in the same video track remain known when captions are selected.
        if closedCaptionIntake?.track != video {
          closedCaptionIntake = video.flatMap { ClosedCaptionExtractor(source.parameters(ofTrack: $0), of: item) }
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
        // A metadata output may have been added since.
        if metadata?.indexes.isEmpty == false { activate(source) }
        do throws(MediaError) {
          try beginWithRetries(plan, source, isAtStart: isAtStart)
        } catch {
          handle(error)
        }
        isAtStart = false
        continue
      case .captions(let track):
        captionIntake = nil
        let service = track.flatMap { ClosedCaptionService(trackIndex: $0) }
        closedCaptionIntake?.choose(service)
        if service == nil, let track, let parameters = source.parameters(ofTrack: track) {
          captionIntake = CaptionExtractor(parameters, of: item)
        }
        activate(source)
        // A track that was read to its end may have further captions.
        if captionIntake != nil, plan?.mode == .playback { isIdle = false }
        continue
      case .close: return
      case nil: break
      }
      let deadline = source.tend(ahead: secondsAhead)
      if source.takeInterstitialChange() { report(.interstitialsChanged) }
      while text.track != nil, let packet = source.takeText() { text.take(packet) }
      if beginPrefetch(source) { continue }
      if isIdle || isFull {
        if !isIdle { reportAudioOutOfReach() }
        mailbox.gate.wait(until: deadline)
      } else {
        step(source)
      }
    }
  }

  func activate(_ source: any PacketSource) {
    let additional = Set([captionIntake?.track, text.track].compactMap { $0 }).union(metadata?.indexes ?? [])
    source.setActiveTracks(Set(queues.keys).union(additional))
  }

  func handle(_ error: MediaError) {
    // An interrupted read left its packets out.
    if plan?.isSpeculative == true { return cancelPrefetch() }
    guard error.kind != .cancelled else { return }
    isIdle = true
    guard let plan, plan.mode == .playback, !progress.isEmpty else { return report(.failed(error)) }
    endTracks()
    report(.readFailed(epoch: plan.epoch, error))
  }

  func step(_ source: any PacketSource) {
    do throws(MediaError) {
      if let bound = reverseBound { return try stepBackward(before: bound, source) }
      if let packet = try source.read() {
        retryPolicy.noteProgress(bytes: packet.byteCount, track: packet.streamIndex, time: packet.decodeTime)
        distribute(packet)
        if let duration = source.takeDuration() { report(.durationEstimated(duration)) }
      } else {
        finish()
      }
    } catch {
      let seconds = queuedSeconds
      guard source.canRetryRead,
        retryPolicy.shouldRetry(error, queued: queued, seconds: seconds, now: NetworkTime.now)
      else {
        return handle(error)
      }
      backOff { mailbox.hasMessages }
      retryPolicy.notePause(queued: queued)
    }
  }

  /// Waits before a failed read is retried. Completed loads open the gate, and do not shorten the pause. A manual clock
  /// does not measure network time: there the pause is measured in network time, or retries would follow each other
  /// without a pause.
  func backOff(until isOver: () -> Bool) {
    let (clock, began) = (environment.clock, NetworkTime.now)
    let end = clock.now + retryPolicy.pause
    repeat { mailbox.gate.wait(until: end) } while !clock.waitsForNetwork && clock.now < end && !isOver()
    guard clock.waitsForNetwork else { return }
    while NetworkTime.now < began + retryPolicy.pause.seconds, !isOver() { usleep(Self.lookInterval) }
  }
  /// Microseconds.
  private static let lookInterval: UInt32 = 5000

  /// Seconds of queued media in the track with the least.
  private var queuedSeconds: Double { queues.values.map(\.seconds).min() ?? 0 }

  /// Seconds of media read but not presented yet. For audio alone the decoder's share is negligible.
  private var secondsAhead: Double { queuedSeconds + (videoIndex == nil ? 0 : decoded()) }

  /// Reports that playback cannot wait for audio: its packets come after everything the queues can hold, as in a file
  /// that is not interleaved.
  private func reportAudioOutOfReach() {
    guard let plan, plan.mode == .playback, !plan.isSpeculative, plan.epoch != epochOutOfReach,
      queues.contains(where: { $0.key != videoIndex && $0.value.isEmpty })
    else { return }
    epochOutOfReach = plan.epoch
    report(.audioIsOutOfReach(epoch: plan.epoch))
  }

  /// Bytes queued for each track.
  var queued: [Int] { queues.sorted { $0.key < $1.key }.map(\.value.bytes) }

  var isFull: Bool {
    if reverseBound != nil { return queues.values.contains { !$0.isEmpty } }
    return limits.isFull(queues.values)
  }
}
