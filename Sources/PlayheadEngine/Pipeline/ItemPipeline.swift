import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// The threads that turn one item into pictures and sound, and the session's handle on them.
///
/// Made and used by the session's thread. `close` returns when every thread has ended.
final class ItemPipeline {
  let identifier: Int
  let item: EngineItem
  /// The item's own clock: it stands until the item's turn comes.
  let clock: MediaClock
  let timeline: VideoTimeline
  /// Everything that could be decoded.
  var streams: [StreamParameters] = []
  private(set) var video: StreamParameters?
  var ring: AudioRing? { lane?.ring }
  var audio: StreamParameters? { lane?.stream }
  /// Sound is not played although there is some: there is no device for it.
  private(set) var isWithoutSound = false

  private let environment: PlaybackEnvironment
  private let mailbox: ReaderMailbox
  private let visited: DecodedFrameCache
  private let parked: DecoderPool
  private let control = Control()
  private let report: @Sendable (PipelineReport) -> Void
  private var queues: [Int: PacketQueue] = [:]
  private var videoGate: (any Gate)?
  private var lane: AudioLane?
  private var threads: [EngineThread] = []
  private var captionFeed: CaptionFeed?
  /// The text of a stream that is read.
  private var streamText: Int?
  private var captionTrack: Int?

  /// What the decoders read without asking the session.
  private final class Control: Sendable {
    let isClosed = Atomic<Bool>(false)
    let rate = Atomic<UInt64>(Double(1).bitPattern)
    let leadIn = Atomic<UInt64>(Double(0).bitPattern)
  }

  init(
    identifier: Int, item: EngineItem, environment: PlaybackEnvironment,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.identifier = identifier
    self.item = item
    self.environment = environment
    self.report = report
    clock = MediaClock(timebase: item.timebase(on: environment.clock))
    let timeline = VideoTimeline(clock: clock, limits: environment.limits, captions: item.captions)
    self.timeline = timeline
    let visited = DecodedFrameCache(limit: environment.limits.visitedPictureBytes)
    self.visited = visited
    let parked = DecoderPool(limit: environment.limits.parkedDecoderBytes)
    self.parked = parked
    let mailbox = ReaderMailbox(gate: environment.clock.makeGate("reader"))
    self.mailbox = mailbox
    threads.append(
      EngineThread("playhead.read", clock: environment.clock) {
        DemuxLoop(
          mailbox: mailbox, item: item, environment: environment, visited: visited,
          parked: parked, decoded: { timeline.seconds }, report: report
        ).run()
      })
  }

  /// Chooses what plays and starts the picture's decoder.
  func select(video: StreamParameters?, audio: StreamParameters?) {
    self.video = video
    if let video {
      let gate = environment.clock.makeGate("video")
      videoGate = gate
      queues[video.track.index] = PacketQueue(consumer: gate, producer: mailbox.gate)
    }
    if let audio { addLane(audio) }
    mailbox.post(.select(queues, video: video?.track.index))
    if let video { startVideo(video) }
  }

  private func addLane(_ stream: StreamParameters) {
    let lane = AudioLane(stream, gate: environment.clock.makeGate("audio"), reader: mailbox.gate)
    self.lane = lane
    queues[stream.track.index] = lane.queue
  }

  private func endLane() {
    guard let lane else { return }
    lane.close()
    lane.join()
    queues[lane.stream.track.index] = nil
    self.lane = nil
  }

  /// Takes another audio track, from the next start on.
  func replaceAudio(_ stream: StreamParameters) {
    endLane()
    addLane(stream)
    mailbox.post(.select(queues, video: video?.track.index))
  }

  /// Takes another audio track now: its sound follows what is in the ring, from `plan.target` on.
  func followAudio(_ stream: StreamParameters, _ plan: PipelineStart, into ring: AudioRing) {
    addLane(stream)
    mailbox.post(.follow(queues, track: stream.track.index, plan))
    startAudio(into: ring, landsAlone: false)
  }

  /// Ends the decoder of the present audio track: what is in the ring stays, and nothing more comes.
  func stopAudio() { endLane() }

  private func startVideo(_ stream: StreamParameters) {
    guard let queue = queues[stream.track.index], let gate = videoGate else { return }
    let (timeline, clock, item, control, report) = (timeline, environment.clock, item, control, report)
    let (limits, visited, parked) = (environment.limits, visited, parked)
    threads.append(
      EngineThread("playhead.video", clock: clock) {
        VideoDecodeLoop(
          parameters: stream, queue: queue, gate: gate, timeline: timeline, clock: clock, url: item.url,
          visited: visited, parked: parked, limits: limits, isWanted: { !item.isPictureDisabled },
          isClosed: { control.isClosed.load(ordering: .acquiring) }, report: report
        ).run()
      })
  }

  /// Starts the sound's decoder, which fills `ring`. Only once; before that its packets wait.
  func startAudio(into ring: AudioRing) { startAudio(into: ring, landsAlone: video == nil) }

  private func startAudio(into ring: AudioRing, landsAlone: Bool) {
    guard let lane else { return }
    let (control, track) = (control, lane.stream.track.trackID)
    lane.start(
      into: ring,
      AudioLane.Surroundings(
        clock: environment.clock, url: item.url, landsAlone: landsAlone,
        rate: { Double(bitPattern: control.rate.load(ordering: .relaxed)) },
        pitch: { [item] in item.mix?.tracks[track]?.pitch ?? item.pitchAlgorithm },
        mix: { [item] in item.mix?.tracks[track] },
        silenceBefore: { Double(bitPattern: control.leadIn.exchange(0, ordering: .relaxed)) }, report: report))
  }

  /// Seconds of media that pass between the end of the sound before and the first of this item's; used up by its next start.
  func setLeadIn(_ seconds: Double) { control.leadIn.store(seconds.bitPattern, ordering: .relaxed) }

  /// Sound will not be played: its packets are not even read.
  func dropAudio() {
    guard lane != nil else { return }
    isWithoutSound = true
    endLane()
    mailbox.post(.select(queues, video: video?.track.index))
  }

  // MARK: What is ahead

  /// What the source has fetched; nil for one that fetches nothing.
  var transfer: TransferSnapshot? { mailbox.transfer }

  /// How many bytes ahead the source is to fetch; nil: as it finds right.
  func setAhead(_ bytes: Int?) { mailbox.setAhead(bytes) }

  /// Whether the picture's decoder has nothing to do because bytes do not come.
  var lacksPictures: Bool {
    guard let video, !timeline.isResting, let queue = queues[video.track.index] else { return false }
    return queue.isEmpty && mailbox.transfer?.isWaiting == true
  }

  /// Whether no more packets are read because there are enough of them.
  var isFull: Bool { environment.limits.isFull(queues.values) }

  /// Whether no sound can be read until pictures are shown: the packet queues are full, and that of the sound is empty.
  var isSoundOutOfReach: Bool { lane?.queue.isEmpty == true && isFull }

  /// Seconds of media at hand after `time`, in the track that has least.
  func secondsAhead(of time: CMTime) -> Double {
    var least = Double.infinity
    if let video, !timeline.isResting, let queue = queues[video.track.index] {
      let pictures = timeline.end.map { max(0, ($0 - time).seconds) } ?? 0
      least = min(least, pictures + queue.seconds)
    }
    if let lane, let ring = lane.ring {
      least = min(least, Double(ring.fill) / Double(ring.format.sampleRate) + lane.queue.seconds)
    }
    return least
  }

  /// Whether nothing is left to show or to sound after `time`, in any track.
  func isPlayedOut(at time: CMTime) -> Bool {
    // Nobody knows where pictures that are switched off are.
    if timeline.isResting { return false }
    if let video, let queue = queues[video.track.index] {
      guard queue.isEmpty, timeline.end.map({ $0 <= time }) ?? true else { return false }
    }
    return lane.map { $0.queue.isEmpty && ($0.ring?.fill ?? 0) == 0 } ?? true
  }

  func begin(_ plan: PipelineStart) {
    mailbox.post(.begin(plan))
    captionFeed?.move(to: plan.target)
  }

  /// A still is wanted, perhaps another one than that of the start which is under way: shows what is at hand of it. nil: none is.
  func scrub(to time: CMTime?, epoch: Int) {
    if let time, let frame = visited.picture(at: time) ?? visited.picture(near: time) {
      timeline.glimpse(frame, before: epoch)
    }
    // Only now may the decoder land there: what it gives must not be covered by what is merely near.
    visited.wish = time.map { DecodedFrameCache.Wish(time: $0, epoch: epoch) }
  }

  /// How fast sound is to be made from now on.
  func setRate(_ rate: Double) {
    control.rate.store(rate.bitPattern, ordering: .relaxed)
    // Whoever waits for room in the ring makes what is in it once more.
    lane?.gate.open()
  }

  /// The ring is this item's now.
  func takeTurn() { lane?.gate.open() }

  /// The clock has changed: whoever waits for a moment on it has to look again.
  func clockChanged() {
    timeline.wakeWaiters()
    item.captions.wake()
    captionFeed?.clockChanged()
  }

  // MARK: Captions

  /// Reads the captions of a track, from the position on; nil: of none.
  func readCaptions(ofTrack index: Int?, from time: CMTime) {
    let isWithinPictures = index.map { ClosedCaptionService(trackIndex: $0) != nil } ?? false
    // A stream's reader knows where its texts are and which time of the media is theirs.
    let isStream = item.snapshot.info?.containerName == "hls"
    let text = isStream && !isWithinPictures ? index : nil
    let track = isStream && !isWithinPictures ? nil : index
    if captionTrack != track, captionTrack != nil { endCaptions() }
    if streamText != text {
      streamText = text
      mailbox.post(.text(text, from: time))
    }
    guard captionTrack != track, let track else { return }
    captionTrack = track
    // What can be read once only is read along with the pictures, and pictures are not fetched twice.
    let isFetched = isStream || mailbox.transfer != nil
    if item.snapshot.info?.isSeekable == false || (isWithinPictures && isFetched) {
      return mailbox.post(.captions(track))
    }
    let feed = CaptionFeed(item: item, track: track, clock: clock, environment: environment)
    feed.move(to: time)
    captionFeed = feed
  }

  private func endCaptions() {
    captionFeed?.close()
    captionFeed = nil
    if captionTrack != nil { mailbox.post(.captions(nil)) }
    captionTrack = nil
    item.captions.endTrack()
  }

  func close() {
    clock.rest()
    control.isClosed.store(true, ordering: .releasing)
    mailbox.post(.close)
    lane?.close()
    videoGate?.open()
    endCaptions()
    for thread in threads { thread.join() }
    lane?.join()
    threads = []
  }
}
