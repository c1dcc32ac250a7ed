import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// The threads that decode one item into video frames and audio, and the interface through which the session controls
/// them.
///
/// Created and used by the session's thread. `close` returns when every thread has ended.
package final class ItemPipeline {
  /// The pipeline's number within the session, by which reports of a closed pipeline are recognised.
  package let identifier: Int
  /// The item that is decoded.
  package let item: EngineItem
  /// The item's own clock: stopped until the item is current.
  package let clock: MediaClock
  /// The decoded frames, which presenters and video outputs read.
  package let timeline: VideoTimeline
  /// The tracks that can be decoded.
  package var streams: [StreamParameters] = []
  /// The selected video track; nil: audio only, or no selection yet.
  package var video: StreamParameters? { videoTrack?.stream }
  /// The ring of the current audio track; nil before `startAudio`.
  package var ring: AudioRing? { audioTrack?.ring }
  /// The selected audio track; nil: none.
  package var audio: StreamParameters? { audioTrack?.stream }
  /// Whether the audio track is not played because no output device is available.
  package private(set) var lacksAudioDevice = false

  /// The clock, the byte sources, and the limits of the engine.
  private let environment: PlaybackEnvironment
  /// The messages to the demux loop.
  private let mailbox: ReaderMailbox
  /// The way in which video is decoded until the item is opened again.
  private let videoPlan: VideoPlan
  /// The values shared with the audio decoder.
  private let control = AudioControl()
  /// Delivers an event to the session. Called by all threads of the pipeline.
  private let report: @Sendable (PipelineReport) -> Void
  /// The selected video track with its decoder; nil: none.
  private var videoTrack: VideoTrackPipeline?
  /// The selected audio track with its decoder; nil: none.
  private var audioTrack: AudioTrackPipeline?
  /// Selects where captions are read.
  private let captions: CaptionTrackReader
  /// The thread that demultiplexes. Those that decode belong to their tracks.
  private let reader: EngineThread

  /// The way in which the video of an open item is decoded.
  private struct VideoPlan {
    /// Makes seeks fast while the user scrubs; nil: each seek decodes from its sync sample.
    let scrub: ScrubController?
    /// The deinterlacing of its frames.
    let deinterlacing: ItemDeinterlacing
  }

  /// Values that the audio decoder reads without a message to the session.
  private final class AudioControl: Sendable {
    /// The bit pattern of the rate, a `Double`.
    let rate = Atomic<UInt64>(Double(1).bitPattern)
    /// The bit pattern of the silence before the next start, in seconds of media.
    let leadIn = Atomic<UInt64>(Double(0).bitPattern)
  }

  /// Creates the pipeline and opens the item in a new reader thread. The result is reported as `.opened` or `.failed`.
  package init(
    identifier: Int, item: EngineItem, environment: PlaybackEnvironment, opener: any PacketSourceOpener,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.identifier = identifier
    self.item = item
    self.environment = environment
    self.report = report
    clock = MediaClock(timebase: item.timebase(on: environment.clock))
    let timeline = VideoTimeline(clock: clock, limits: environment.limits, captions: item.captions)
    self.timeline = timeline
    let deinterlacing = ItemDeinterlacing(of: item, in: environment)
    let scrub = environment.reusesSeeks ? ScrubController(limits: environment.limits) : nil
    videoPlan = VideoPlan(scrub: scrub, deinterlacing: deinterlacing)
    let mailbox = ReaderMailbox(gate: environment.clock.makeGate("reader"))
    self.mailbox = mailbox
    captions = CaptionTrackReader(item: item, clock: clock, environment: environment, mailbox: mailbox)
    reader = EngineThread("playhead.read", clock: environment.clock) {
      DemuxLoop(
        mailbox: mailbox, item: item, environment: environment, opener: opener,
        planner: scrub?.makePlanner(), deinterlacing: deinterlacing, decoded: { timeline.seconds }, report: report
      ).run()
    }
  }

  /// The packet queue of each selected track, by track index.
  private var queues: [Int: PacketQueue] {
    var queues: [Int: PacketQueue] = [:]
    if let videoTrack { queues[videoTrack.stream.track.index] = videoTrack.queue }
    if let audioTrack { queues[audioTrack.stream.track.index] = audioTrack.queue }
    return queues
  }

  /// Selects the tracks to play and starts the video decoder.
  ///
  /// Called once, after the item was opened. Audio needs `startAudio`, too.
  package func select(video: StreamParameters?, audio: StreamParameters?) {
    videoTrack = video.map {
      VideoTrackPipeline($0, gate: environment.clock.makeGate("video"), reader: mailbox.gate)
    }
    if let audio { addAudioTrack(audio) }
    mailbox.post(.select(queues, video: video?.track.index))
    videoTrack?.start(
      into: timeline, of: item, in: environment, scrub: videoPlan.scrub, deinterlacing: videoPlan.deinterlacing,
      report: report)
  }

  /// Creates the pipeline of an audio track. Its queue is passed to the reader with the next message.
  private func addAudioTrack(_ stream: StreamParameters) {
    audioTrack = AudioTrackPipeline(stream, gate: environment.clock.makeGate("audio"), reader: mailbox.gate)
  }

  /// Ends the audio track and waits for its decoder thread.
  private func endAudioTrack() {
    guard let audioTrack else { return }
    audioTrack.close()
    audioTrack.join()
    self.audioTrack = nil
  }

  /// Selects another audio track, from the next start on.
  package func replaceAudio(_ stream: StreamParameters) {
    endAudioTrack()
    addAudioTrack(stream)
    mailbox.post(.select(queues, video: video?.track.index))
  }

  /// Switches to another audio track during playback: it continues after the content of the ring, from `plan.target`
  /// on.
  package func followAudio(_ stream: StreamParameters, _ plan: PipelineStart, into ring: AudioRing) {
    addAudioTrack(stream)
    mailbox.post(.follow(queues, track: stream.track.index, plan))
    startAudio(into: ring, reportsSeekResult: false)
  }

  /// Ends the decoder of the current audio track: the content of the ring remains, and nothing is added.
  package func stopAudio() { endAudioTrack() }

  /// Starts the audio decoder, which fills `ring`. Called once; until then packets wait in the queue.
  package func startAudio(into ring: AudioRing) { startAudio(into: ring, reportsSeekResult: video == nil) }

  /// Starts the decoder of the current audio track. It does nothing without one.
  private func startAudio(into ring: AudioRing, reportsSeekResult: Bool) {
    guard let audioTrack else { return }
    let (control, track) = (control, audioTrack.stream.track.trackID)
    audioTrack.start(
      into: ring,
      AudioTrackPipeline.AudioDecoderContext(
        clock: environment.clock, url: item.url, reportsSeekResult: reportsSeekResult,
        rate: { Double(bitPattern: control.rate.load(ordering: .relaxed)) },
        pitch: { [item] in item.mix?.tracks[track]?.pitch ?? item.pitchAlgorithm },
        mix: { [item] in item.mix(ofTrack: track) },
        silenceBefore: { Double(bitPattern: control.leadIn.exchange(0, ordering: .relaxed)) }, report: report))
  }

  /// Sets the silence between the end of the previous item's audio and the beginning of this item's, in seconds of
  /// media. The next start consumes it.
  package func setLeadIn(_ seconds: Double) { control.leadIn.store(seconds.bitPattern, ordering: .relaxed) }

  /// Stops reading the audio track, which will not be played.
  package func dropAudio() {
    guard audioTrack != nil else { return }
    lacksAudioDevice = true
    endAudioTrack()
    mailbox.post(.select(queues, video: video?.track.index))
  }

  // MARK: Buffering

  /// The source's transfer state; nil for a local source.
  package var transfer: TransferSnapshot? { mailbox.transfer }

  /// Sets how many bytes the source prefetches; nil: the source's default.
  package func setReadAhead(_ bytes: Int?) { mailbox.setReadAhead(bytes) }

  /// Whether the video decoder waits for bytes or a content key.
  package var isVideoStarved: Bool {
    guard let videoTrack, !timeline.isDisabled else { return false }
    return videoTrack.queue.isEmpty && mailbox.isSourceWaiting
  }

  /// Whether reading pauses because the packet queues are full.
  package var isFull: Bool { environment.limits.isFull(queues.values) }

  /// Whether audio can only be read after frames are shown: the packet queues are full, and that of the audio is empty.
  package var isAudioOutOfReach: Bool { audioTrack?.queue.isEmpty == true && isFull }

  /// Seconds of buffered media after `time`, in the track with the least.
  ///
  /// Infinite if no track has a decoder yet. Disabled video does not count.
  package func secondsAhead(of time: CMTime) -> Double {
    var least = Double.infinity
    if let videoTrack, !timeline.isDisabled {
      let decoded = timeline.end.map { max(0, ($0 - time).seconds) } ?? 0
      least = min(least, decoded + videoTrack.queue.seconds)
    }
    if let audioTrack, let ring = audioTrack.ring {
      least = min(least, Double(ring.fill) / Double(ring.format.sampleRate) + audioTrack.queue.seconds)
    }
    return least
  }

  /// Whether no media remains after `time`, in any track.
  package func isPlayedOut(at time: CMTime) -> Bool {
    // The position of disabled video is not tracked.
    if timeline.isDisabled { return false }
    if let videoTrack {
      guard videoTrack.queue.isEmpty, timeline.end.map({ $0 <= time }) ?? true else { return false }
    }
    return audioTrack.map { $0.queue.isEmpty && ($0.ring?.fill ?? 0) == 0 } ?? true
  }

  /// Starts reading and decoding at the plan's target.
  ///
  /// A read in progress is interrupted, and the start before this one becomes obsolete.
  package func begin(_ plan: PipelineStart) {
    mailbox.post(.begin(plan))
    captions.move(to: plan.target)
  }

  /// Sets the scrub position, which may differ from the target of the start in progress, and shows the cached frame at
  /// or near it. nil: the user is not scrubbing. It does nothing without a `ScrubController`.
  ///
  /// - Parameter epoch: The start in progress, to which the position applies.
  package func scrub(to time: CMTime?, epoch: Int) {
    videoPlan.scrub?.scrub(to: time, epoch: epoch, in: timeline)
  }

  /// Sets the rate at which audio is rendered from now on.
  package func setRate(_ rate: Double) {
    control.rate.store(rate.bitPattern, ordering: .relaxed)
    // A decoder that waits for capacity in the ring re-renders the ring's content.
    audioTrack?.gate.open()
  }

  /// Wakes the audio decoder when the ring becomes this item's.
  package func noteRingOwned() { audioTrack?.gate.open() }

  /// Wakes all waiters whose deadline depends on the clock, which has changed.
  package func clockChanged() {
    timeline.wakeWaiters()
    item.captions.wake()
    captions.clockChanged()
  }

  /// Selects the caption track to read from `time` on; nil: none.
  package func readCaptions(ofTrack index: Int?, from time: CMTime) { captions.select(index, from: time) }

  /// Ends all threads and waits for them.
  ///
  /// Nothing is reported afterwards. May block until a decoder has finished its current packet.
  package func close() {
    clock.rest()
    mailbox.post(.close)
    videoTrack?.close()
    audioTrack?.close()
    captions.end()
    reader.join()
    videoTrack?.join()
    audioTrack?.join()
  }
}
