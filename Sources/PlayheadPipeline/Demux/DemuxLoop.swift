import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// The reader thread of one item: opens the container, handles the session's messages, and reads packets while the
/// queues have capacity.
///
///     messages ─► DemuxLoop ─► SyncSampleSearch, ReverseReader ─► packets
///                    └───────► PacketDistributor ─► TrackQueues, AncillaryTrackExtractor
///
/// No other thread touches the packet source. Commands wait in `ReaderMailbox`; a start or the end also interrupts a
/// blocking read.
final class DemuxLoop {
  /// The messages from the session.
  private let mailbox: ReaderMailbox
  /// The item that is read.
  private let item: EngineItem
  /// The clock, the byte sources, and the limits of the engine.
  private let environment: PlaybackEnvironment
  /// Opens the item.
  private let opener: any PacketSourceOpener
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void
  /// Seconds of decoded video that are ready.
  private let decoded: @Sendable () -> Double
  /// The packet queues of the selected tracks.
  private let tracks: TrackQueues
  /// Captions and metadata that are read along.
  private let ancillary: AncillaryTrackExtractor
  /// Distributes packets, and has the start in progress.
  private let distributor: PacketDistributor
  /// Reads backward during reverse playback.
  private var reverse = ReverseReader()
  /// Retries failed reads.
  private var retries: ReadRetryController
  /// The epoch for which out-of-reach audio was reported.
  private var epochOutOfReach: Int?
  /// Determines whether frames need others around them.
  private let deinterlacing: ItemDeinterlacing
  /// The filters of the frames that earlier seeks have left.
  private var filters: VideoFilterSettings

  /// Creates the loop; `run` is the body of the reader thread.
  ///
  /// - Parameters:
  ///   - opener: Opens the item on the loop's thread.
  ///   - planner: Plans how paused seeks reuse earlier work; nil: each start reads from its sync sample.
  ///   - deinterlacing: What was determined when the item was opened.
  ///   - decoded: Seconds of decoded video, which count as read but not presented.
  init(
    mailbox: ReaderMailbox, item: EngineItem, environment: PlaybackEnvironment, opener: any PacketSourceOpener,
    planner: NearbySeekPlanner?, deinterlacing: ItemDeinterlacing, decoded: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.mailbox = mailbox
    self.item = item
    self.environment = environment
    self.opener = opener
    self.decoded = decoded
    self.report = report
    self.deinterlacing = deinterlacing
    filters = item.videoDecoding.filters
    tracks = TrackQueues(limits: environment.limits)
    ancillary = AncillaryTrackExtractor(item)
    distributor = PacketDistributor(tracks: tracks, ancillary: ancillary, planner: planner, report: report)
    retries = ReadRetryController(limit: item.networkTimeout, clock: environment.clock, gate: mailbox.gate)
  }

  /// The body of the thread.
  func run() {
    let budget = OpeningBudget()
    do throws(MediaError) {
      guard
        let source = try opener.open(
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
  private func loop(_ source: any PacketSource) {
    var isAtStart = true
    ancillary.begin(source.info)
    while !mailbox.isClosed {
      if let message = mailbox.next() {
        if case .close = message { return }
        do throws(MediaError) {
          try handle(message, source, isAtStart: isAtStart)
        } catch {
          handle(error)
        }
        if case .begin = message { isAtStart = false }
        continue
      }
      let deadline = source.tend(ahead: secondsAhead)
      if source.takeInterstitialChange() { report(.interstitialsChanged) }
      ancillary.takeText(from: source)
      if beginPrefetch(source) { continue }
      if distributor.isIdle || isFull {
        if !distributor.isIdle { reportAudioOutOfReach() }
        mailbox.gate.wait(until: deadline)
      } else {
        step(source)
      }
    }
  }

  // MARK: Messages

  /// Handles a message of the session.
  ///
  /// - Parameter isAtStart: Whether nothing has been read from the source.
  /// - Throws: `MediaError` if seeking or reading fails.
  private func handle(
    _ message: ReaderMailbox.Message, _ source: any PacketSource, isAtStart: Bool
  ) throws(MediaError) {
    switch message {
    case .select(let queues, let video):
      tracks.select(queues, video: video)
      ancillary.selectVideo(video, source)
      activate(source)
    case .text(let track, let time):
      try ancillary.selectText(track, from: time, source, others: tracks.indexes)
    case .follow(let queues, let track, let plan):
      tracks.replace(queues)
      activate(source)
      try follow(plan, track: track, source)
    case .begin(let plan):
      // A metadata output may have been added since.
      if ancillary.readsMetadata { activate(source) }
      try beginWithRetries(plan, source, isAtStart: isAtStart)
    case .captions(let track):
      ancillary.selectCaptions(track, source)
      activate(source)
      // A track that was read to its end may have further captions.
      if ancillary.readsCaptions, distributor.start?.mode == .playback { distributor.resumeReading() }
    case .close: break
    }
  }

  /// Selects the tracks that the source returns: those with a queue, and those of captions, text, and metadata.
  private func activate(_ source: any PacketSource) {
    source.setActiveTracks(tracks.indexes.union(ancillary.tracks))
  }

  /// Adds a track during playback: reads from the target again and drops the packets that other tracks have received
  /// already. In a source that cannot seek, the track starts with the next packet.
  private func follow(_ plan: PipelineStart, track: Int, _ source: any PacketSource) throws(MediaError) {
    guard let queue = tracks.queue(of: track) else { return }
    queue.push(.begin(plan, target: plan.target))
    guard source.info.isSeekable else {
      if distributor.isIdle { queue.push(.endOfStream) }
      return
    }
    tracks.rewind(for: track)
    distributor.resumeReading()
    // As at a start, audio decoders output correct samples only after a packet or two.
    let seekTime = max(.zero, plan.target - CMTime(value: 1, timescale: 10))
    try source.join(track, at: seekTime, lead: tracks.video ?? track)
  }

  /// Handles a failed read or seek. Playback in progress continues to the end of the queued media; a cancelled read is
  /// no failure.
  private func handle(_ error: MediaError) {
    let start = distributor.start
    // An interrupted read left its packets out.
    if start?.isSpeculative == true { return distributor.cancelPrefetch() }
    guard error.kind != .cancelled else { return }
    distributor.stop()
    guard let start, start.mode == .playback, tracks.hasDistributed else { return report(.failed(error)) }
    distributor.endTracks()
    report(.readFailed(epoch: start.epoch, error))
  }

  // MARK: Starts

  /// Begins a start, and retries while the network is lost, until another start is requested or the retry policy gives
  /// up.
  ///
  /// - Parameter isAtStart: Whether nothing has been read from the source: a start at zero then needs no seek.
  /// - Throws: `MediaError` if the failure is permanent, or the retry policy gives up.
  private func beginWithRetries(
    _ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool
  ) throws(MediaError) {
    retries.noteSeek()
    while true {
      do throws(MediaError) {
        return try begin(plan, source, isAtStart: isAtStart)
      } catch {
        guard source.canRetryRead, !plan.isSpeculative,
          retries.shouldRetry(error, queued: tracks.bytes, seconds: 0)
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
  private func begin(_ plan: PipelineStart, _ source: any PacketSource, isAtStart: Bool) throws(MediaError) {
    let filters = item.videoDecoding.filters
    if filters != self.filters {
      self.filters = filters
      distributor.forgetSeeks()
    }
    let context = context(source)
    let needsContext = context > .zero
    if !needsContext, distributor.beginNearby(plan, source) { return }
    var (plan, resumed) = distributor.prepare(plan, source, needsContext: needsContext)
    reverse.end()
    if plan.mode == .reverse { return beginReverse(plan) }
    guard let lead = tracks.lead else { return distributor.stop() }
    let search = SyncSampleSearch(
      lead: lead, isVideo: tracks.video != nil, byteLimit: 2 * environment.limits.packetBytes)
    let found = try search.find(
      plan.target - context, source, isAtStart: isAtStart,
      admits: { ancillary.take($0) ? false : tracks.contains($0.streamIndex) },
      isInterrupted: { mailbox.endsCurrentStart })
    // The pooled decoder is of no use if reading cannot begin before its position.
    if let position = resumed?.position, !(found.key ?? .positiveInfinity <= position.openTime) {
      resumed = nil
      plan.reuse.approach = .fresh(poolsFormer: plan.reuse.poolsFormer)
    }
    distributor.begin(plan, resuming: resumed, at: found, in: source.info, needsContext: needsContext)
  }

  /// The time around a frame in which others must be decoded for it; zero if a frame needs no other.
  private func context(_ source: any PacketSource) -> CMTime {
    guard let video = tracks.video.flatMap({ source.info.track(at: $0)?.video }) else { return .zero }
    return deinterlacing.context(of: video)
  }

  /// Begins reverse playback before the target of the start. Without video there is nothing to play, and the loop is
  /// idle.
  private func beginReverse(_ plan: PipelineStart) {
    guard let queue = tracks.videoQueue else { return distributor.stop() }
    queue.push(.begin(plan, target: plan.target))
    reverse.begin(at: plan.target)
  }

  /// Begins a speculative start. Returns false if nothing is missing or the user is not scrubbing backward.
  private func beginPrefetch(_ source: any PacketSource) -> Bool {
    guard distributor.mayPrefetch, mailbox.transfer == nil, context(source) == .zero,
      let plan = distributor.nextPrefetch(source)
    else { return false }
    do throws(MediaError) {
      try begin(plan, source, isAtStart: false)
      // Another start was requested, and this one was not read to its end.
      if mailbox.endsCurrentStart { distributor.cancelPrefetch() }
    } catch {
      distributor.cancelPrefetch()
    }
    return true
  }

  // MARK: Reading

  /// Reads one packet, or one GOP in reverse, and distributes it. A failed read is retried after a pause, as long as
  /// the retry policy allows.
  private func step(_ source: any PacketSource) {
    do throws(MediaError) {
      if reverse.isActive { return try stepBackward(source) }
      if let packet = try source.read() {
        retries.noteProgress(bytes: packet.byteCount, track: packet.streamIndex, time: packet.decodeTime)
        distributor.distribute(packet)
        if let duration = source.takeDuration() { report(.durationEstimated(duration)) }
      } else {
        distributor.finish()
      }
    } catch {
      let seconds = tracks.seconds
      guard source.canRetryRead,
        retries.shouldRetry(error, queued: tracks.bytes, seconds: seconds)
      else {
        return handle(error)
      }
      retries.backOff { mailbox.hasMessages }
      retries.notePause(queued: tracks.bytes)
    }
  }

  /// Sends the next GOP of reverse playback. At the beginning of the track, reverse playback ends, and the decoders
  /// report their end.
  ///
  /// - Throws: `MediaError` if seeking or reading fails.
  private func stepBackward(_ source: any PacketSource) throws(MediaError) {
    let context = context(source)
    guard let video = tracks.video, let queue = tracks.videoQueue,
      var group = try reverse.next(
        ofTrack: video, source, context: context, isInterrupted: { mailbox.endsCurrentStart })
    else {
      reverse.end()
      distributor.stop()
      return tracks.push(.endOfStream)
    }
    group.doublesRate = context > .zero && deinterlacing.filters.deinterlacing == .doubleRate
    queue.push(.group(group))
  }

  /// Seconds of media read but not presented yet. For audio alone the decoder's share is negligible.
  private var secondsAhead: Double { tracks.seconds + (tracks.video == nil ? 0 : decoded()) }

  /// Whether reading pauses: the packet queues are full; in reverse, any element is queued.
  private var isFull: Bool { reverse.isActive ? tracks.holdsElements : tracks.isFull }

  /// Reports that playback cannot wait for audio: its packets come after everything the queues can hold, as in a file
  /// that is not interleaved.
  private func reportAudioOutOfReach() {
    guard let plan = distributor.start, plan.mode == .playback, !plan.isSpeculative, plan.epoch != epochOutOfReach,
      tracks.lacksAudio
    else { return }
    epochOutOfReach = plan.epoch
    report(.audioIsOutOfReach(epoch: plan.epoch))
  }
}
