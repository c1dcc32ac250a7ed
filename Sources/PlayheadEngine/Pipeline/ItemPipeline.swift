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
  private(set) var ring: AudioRing?
  private(set) var video: StreamParameters?
  private(set) var audio: StreamParameters?

  private let environment: PlaybackEnvironment
  private let mailbox: ReaderMailbox
  private let control = Control()
  private let report: @Sendable (PipelineReport) -> Void
  private var queues: [Int: PacketQueue] = [:]
  private var gates: [any Gate] = []
  private var threads: [EngineThread] = []

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
    clock = MediaClock()
    timeline = VideoTimeline(clock: clock, limits: environment.limits)
    let mailbox = ReaderMailbox(gate: environment.clock.makeGate("reader"))
    self.mailbox = mailbox
    threads.append(
      EngineThread("playhead.read", clock: environment.clock) {
        ItemReader(mailbox: mailbox, item: item, environment: environment, report: report).run()
      })
  }

  /// Chooses what plays and starts the picture's decoder.
  func select(video: StreamParameters?, audio: StreamParameters?) {
    self.video = video
    self.audio = audio
    for stream in [video, audio].compactMap({ $0 }) {
      let gate = environment.clock.makeGate(stream.track.kind == .video ? "video" : "audio")
      gates.append(gate)
      queues[stream.track.index] = PacketQueue(consumer: gate, producer: mailbox.gate)
    }
    mailbox.post(.select(queues, video: video?.track.index))
    if let video { startVideo(video) }
  }

  private func startVideo(_ stream: StreamParameters) {
    guard let queue = queues[stream.track.index], let gate = gates.first else { return }
    let (timeline, clock, url, control, report) = (timeline, environment.clock, item.url, control, report)
    let limits = environment.limits
    threads.append(
      EngineThread("playhead.video", clock: clock) {
        VideoDecodeLoop(
          parameters: stream, queue: queue, gate: gate, timeline: timeline, clock: clock, url: url, limits: limits,
          isClosed: { control.isClosed.load(ordering: .acquiring) }, report: report
        ).run()
      })
  }

  /// Starts the sound's decoder, which fills `ring`. Only once; before that its packets wait.
  func startAudio(into ring: AudioRing) {
    guard self.ring == nil, let stream = audio, let queue = queues[stream.track.index], let gate = gates.last else {
      return
    }
    self.ring = ring
    let (clock, url, control, report, landsAlone) = (environment.clock, item.url, control, report, video == nil)
    threads.append(
      EngineThread("playhead.audio", clock: clock) {
        AudioDecodeLoop(
          parameters: stream, queue: queue, gate: gate, ring: ring, clock: clock, url: url, landsAlone: landsAlone,
          rate: { Double(bitPattern: control.rate.load(ordering: .relaxed)) },
          silenceBefore: { Double(bitPattern: control.leadIn.exchange(0, ordering: .relaxed)) },
          isClosed: { control.isClosed.load(ordering: .acquiring) }, report: report
        ).run()
      })
  }

  /// Seconds of media that pass between the end of the sound before and the first of this item's; used up by its next start.
  func setLeadIn(_ seconds: Double) { control.leadIn.store(seconds.bitPattern, ordering: .relaxed) }

  /// Sound will not be played: its packets are not even read.
  func dropAudio() {
    guard let audio else { return }
    self.audio = nil
    queues[audio.track.index] = nil
    mailbox.post(.select(queues, video: video?.track.index))
  }

  // MARK: What is ahead

  /// What the source has fetched; nil for one that fetches nothing.
  var transfer: TransferSnapshot? { mailbox.transfer }

  /// Whether the picture's decoder has nothing to do because bytes do not come.
  var lacksPictures: Bool {
    guard let video, let queue = queues[video.track.index] else { return false }
    return queue.isEmpty && mailbox.transfer?.isWaiting == true
  }

  /// Whether no more packets are read because there are enough of them.
  var isFull: Bool { environment.limits.isFull(queues.values) }

  /// Seconds of media at hand after `time`, in the track that has least.
  func secondsAhead(of time: CMTime) -> Double {
    var least = Double.infinity
    if let video, let queue = queues[video.track.index] {
      let pictures = timeline.end.map { max(0, ($0 - time).seconds) } ?? 0
      least = min(least, pictures + queue.seconds)
    }
    if let audio, let queue = queues[audio.track.index], let ring {
      least = min(least, Double(ring.fill) / Double(ring.format.sampleRate) + queue.seconds)
    }
    return least
  }

  func begin(_ plan: StartPlan) { mailbox.post(.begin(plan)) }

  /// How fast sound is to be made from now on.
  func setRate(_ rate: Double) { control.rate.store(rate.bitPattern, ordering: .relaxed) }

  /// The ring is this item's now.
  func takeTurn() { gates.last?.open() }

  /// The clock has changed: whoever waits for a moment on it has to look again.
  func clockChanged() { timeline.wakeWaiters() }

  func close() {
    control.isClosed.store(true, ordering: .releasing)
    mailbox.post(.close)
    for gate in gates { gate.open() }
    for thread in threads { thread.join() }
    threads = []
  }
}
