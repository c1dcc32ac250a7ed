import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// The reader thread of one item: opens the container, seeks in it, and distributes packets to the decoders' queues.
///
/// No other thread touches the packet source. Commands wait in `ReaderMailbox`; a start or the end also interrupts a
/// blocking read.
///
/// The extensions divide it by concern: the start at a position, the distribution of packets, nearby paused seeks,
/// prefetching, and reverse playback.
final class DemuxLoop {
  /// The messages from the session.
  let mailbox: ReaderMailbox
  /// The item that is read.
  let item: EngineItem
  /// The clock, the byte sources, and the limits of the engine.
  let environment: PlaybackEnvironment
  /// The byte limits of the packet queues and the caches.
  let limits: BufferLimits
  /// Delivers an event to the session.
  let report: @Sendable (PipelineReport) -> Void
  /// Seconds of decoded video that are ready.
  private let decoded: @Sendable () -> Double
  /// The packet queue of each selected track, by track index.
  var queues: [Int: PacketQueue] = [:]
  /// The index of the selected video track, which is used for seeking; nil: audio only.
  var videoIndex: Int?
  /// Extracts captions from the selected caption track; nil while that is read elsewhere or none is selected.
  var captionIntake: CaptionExtractor?
  /// Extracts closed captions from video packets; nil for codecs that carry none.
  var closedCaptionIntake: ClosedCaptionExtractor?
  /// Extracts timed metadata from its tracks; nil before the source is open.
  var metadata: MetadataExtractor?
  /// The start in progress; nil before the first one, and after a cancelled prefetch.
  var plan: PipelineStart?
  /// The number of the last start sent to the video decoder.
  var startNumber = 0
  /// Decides about the packets before the frame at the target; nil once that is known.
  var filter: SeekPacketFilter?
  /// The video packets whose decoding `filter` has not decided yet, in decode order.
  var heldPackets: [Packet] = []
  /// Whether nothing is to be read: before the first start, at the end, and when a paused seek has all its packets.
  var isIdle = true
  /// Reads backward during reverse playback.
  var reverse = ReverseReader()
  /// The history of recent paused seeks.
  var scrub = ScrubStrategy()
  /// The frames near paused seeks, shared with the video decoder and the session.
  let frameCache: DecodedFrameCache
  /// The open decoders in visited GOPs, shared with the video decoder.
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
  /// Retries failed reads.
  var retries: ReadRetryController
  /// The epoch for which out-of-reach audio was reported.
  private var epochOutOfReach: Int?
  /// The WebVTT rendition that is read along; only of streams.
  var text: StreamText

  /// Creates the loop; `run` is the body of the reader thread.
  ///
  /// - Parameter decoded: Seconds of decoded video, which count as read but not presented.
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
    retries = ReadRetryController(limit: item.networkTimeout, clock: environment.clock, gate: mailbox.gate)
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

  /// Handles messages and reads packets until the mailbox is closed. Waits while the queues are full or the loop is
  /// idle.
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

  /// Selects the tracks that the source returns: those with a queue, and those of captions, text, and metadata.
  func activate(_ source: any PacketSource) {
    let additional = Set([captionIntake?.track, text.track].compactMap { $0 }).union(metadata?.indexes ?? [])
    source.setActiveTracks(Set(queues.keys).union(additional))
  }

  /// Handles a failed read or seek. Playback in progress continues to the end of the queued media; a cancelled read is
  /// no failure.
  func handle(_ error: MediaError) {
    // An interrupted read left its packets out.
    if plan?.isSpeculative == true { return cancelPrefetch() }
    guard error.kind != .cancelled else { return }
    isIdle = true
    guard let plan, plan.mode == .playback, !progress.isEmpty else { return report(.failed(error)) }
    endTracks()
    report(.readFailed(epoch: plan.epoch, error))
  }

  /// Reads one packet, or one GOP in reverse, and distributes it. A failed read is retried after a pause, as long as
  /// the retry policy allows.
  func step(_ source: any PacketSource) {
    do throws(MediaError) {
      if reverse.isActive { return try stepBackward(source) }
      if let packet = try source.read() {
        retries.noteProgress(bytes: packet.byteCount, track: packet.streamIndex, time: packet.decodeTime)
        distribute(packet)
        if let duration = source.takeDuration() { report(.durationEstimated(duration)) }
      } else {
        finish()
      }
    } catch {
      let seconds = queuedSeconds
      guard source.canRetryRead,
        retries.shouldRetry(error, queued: queued, seconds: seconds)
      else {
        return handle(error)
      }
      retries.backOff { mailbox.hasMessages }
      retries.notePause(queued: queued)
    }
  }

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

  /// Whether reading pauses: the packet queues are full; in reverse, any element is queued.
  var isFull: Bool {
    if reverse.isActive { return queues.values.contains { !$0.isEmpty } }
    return limits.isFull(queues.values)
  }
}
