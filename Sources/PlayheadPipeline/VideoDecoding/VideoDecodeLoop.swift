import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The decoder thread of a video track: packets in, frames into the timeline.
///
/// The loop takes elements from the queue and moves between the states of `VideoDecodeStateMachine`. The decoder, the
/// timeline and scrubbing are objects with a state of their own. All of them belong to the decoder thread.
///
///     queue ──► loop ──► VideoPacketDecoder ──► state machine with SeekFrameSelector ──► TimelineWriter ──► timeline
///                │             ▲ GOP              │ decode-only, pending
///                └─────────────┴ ReverseGroup…    └──► DecodeScrubController
final class VideoDecodeLoop {
  /// The packets and starts from the demux loop.
  private let queue: PacketQueue
  /// The gate at which the thread waits for elements and for capacity in the timeline.
  private let gate: any Gate
  /// The output, from which presenters read.
  private let timeline: VideoTimeline
  /// Whether the thread must end.
  private let isClosed: @Sendable () -> Bool
  /// Whether the item's video is enabled. While it is not, packets are retained instead of decoded.
  private let isVideoEnabled: @Sendable () -> Bool
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void
  /// The decoder and its parameters.
  private let decoder: VideoPacketDecoder
  /// Inserts frames into the timeline.
  private let output: TimelineWriter
  /// Decodes the GOPs of reverse playback.
  private let reverse: ReverseGroupDecoder
  /// Reuses the work of earlier paused seeks; nil: every start decodes from its sync sample.
  private let scrub: DecodeScrubController?
  /// The activity of the loop.
  private var machine = VideoDecodeStateMachine()
  /// The packets not decoded since video was disabled.
  private var disabledBuffer: DisabledVideoBuffer
  /// The presentation times of recent frames.
  private var duplicates = DuplicateFrameFilter()
  /// The late packets of the current start.
  private var late = LatePacketTracker()

  /// Creates the loop and opens its decoder.
  ///
  /// - Throws: `MediaError` if the decoder cannot be opened.
  private init(
    _ context: Context, parameters: StreamParameters, scrub: DecodeScrubController?, limits: BufferLimits
  ) throws(MediaError) {
    decoder = try VideoPacketDecoder(
      parameters, url: context.url, options: context.decoding, report: context.report)
    queue = context.queue
    gate = context.gate
    timeline = context.timeline
    isClosed = context.isClosed
    isVideoEnabled = context.isVideoEnabled
    report = context.report
    self.scrub = scrub
    output = TimelineWriter(
      timeline: timeline, queue: queue, gate: gate, clock: context.clock, isClosed: isClosed, report: report)
    reverse = ReverseGroupDecoder(byteLimit: limits.reverseFrameBytes)
    disabledBuffer = DisabledVideoBuffer(limit: limits.packetBytes)
  }

  /// The objects that the decoder thread shares with other threads.
  struct Context: Sendable {
    /// The packets and starts from the demux loop.
    var queue: PacketQueue
    /// The gate at which the thread waits.
    var gate: any Gate
    /// The output, from which presenters read.
    var timeline: VideoTimeline
    /// The clock of the engine, for deadlines.
    var clock: any EngineClock
    /// The item's URL, for errors.
    var url: URL
    /// The properties of the decoders.
    var decoding: VideoDecodingOptions
    /// Whether the item's video is enabled.
    var isVideoEnabled: @Sendable () -> Bool
    /// Whether the thread must end.
    var isClosed: @Sendable () -> Bool
    /// Delivers an event to the session.
    var report: @Sendable (PipelineReport) -> Void
  }

  /// The body of the decoder thread. Returns when `isClosed` becomes true, even if no decoder can be opened.
  ///
  /// - Parameters:
  ///   - context: The objects shared with other threads.
  ///   - parameters: The parameters of the track.
  ///   - scrub: Reuses the work of earlier paused seeks; nil: every start decodes from its sync sample.
  ///   - limits: The byte limits of reverse playback and of disabled video.
  static func run(
    _ context: Context, parameters: StreamParameters, scrub: DecodeScrubController?, limits: BufferLimits
  ) {
    do throws(MediaError) {
      try VideoDecodeLoop(context, parameters: parameters, scrub: scrub, limits: limits).run()
    } catch {
      context.report(.failed(error))
      while !context.isClosed() { context.gate.wait(until: nil) }
    }
  }

  /// Handles the elements of the queue until the thread must end.
  ///
  /// - Throws: `MediaError` if a further decoder cannot be opened.
  private func run() throws(MediaError) {
    timeline.addWaiter(gate)
    defer { timeline.removeWaiter(gate) }
    while !isClosed() {
      decodeRetained()
      // After a paused seek that left the decoder open, further packets wait until a start resumes it.
      guard machine.state != .open || queue.containsStart, let element = queue.pop() else {
        gate.wait(until: nil)
        continue
      }
      try handle(element)
    }
  }

  /// Handles one element of the queue. May block while the timeline is full.
  private func handle(_ element: PipelineElement) throws(MediaError) {
    switch element {
    case .begin(let start, let target):
      try scrub?.prepare(decoder, for: start, isPrefetching: machine.isPrefetching)
      begin(start, target: target)
    case .cached(let start, let frame): show(frame, start)
    case .adopt(let start):
      adopt(start)
      retargetIfNeeded()
      endRetargetedSeekIfComplete()
    case .pooledDecoder(let entry):
      scrub?.resume(entry, in: decoder, for: machine.start)
      resumeOpenDecoder()
    case _ where machine.state == .ended: break
    case .packet(let packet, _) where canSkipDecoding: retain(packet)
    case .packet(let packet, let skips): handle(packet, skipsNonReference: skips)
    case .group(let group): showReversed(group)
    case .frameTime(let time):
      guard scrub?.isRetargeted != true, scrub?.hasAdopted != true else { return }
      if let frame = machine.settle(frameTime: time) { finishSeek(with: [frame]) }
    case .drain:
      endAdopted()
      guard machine.state != .ended else { return }
      drain()
      scrub?.noteDrained()
    case .endOfStream:
      endAdopted()
      guard machine.state != .ended else { return }
      endTrack()
    }
  }

  // MARK: Starts

  /// Resets the state for a start. The decoder is flushed unless it resumes.
  private func begin(_ start: PipelineStart, target: CMTime) {
    machine.begin(start, target: target)
    reset(for: start)
    if start.reuse.isFresh { decoder.flush(startingAt: target) }
    output.begin(start)
    if start.reuse.approach == .resume { resumeOpenDecoder() }
  }

  /// Resets what counts within one start.
  private func reset(for start: PipelineStart) {
    scrub?.begin(start)
    decoder.begin(start)
    disabledBuffer.removeAll()
    duplicates = DuplicateFrameFilter()
    late = LatePacketTracker()
  }

  /// Shows the cached frame of a paused seek. A speculative start in progress continues afterwards.
  private func show(_ frame: VideoFrame, _ start: PipelineStart) {
    if machine.isPrefetching {
      output.beginTimeline(start)
    } else {
      machine.showCached(start)
      reset(for: start)
      output.begin(start)
    }
    output.insert(frame, of: start)
    reportSeekResult(frame, of: start, target: start.target, isDrained: true)
  }

  /// Takes over a speculative start for a paused seek whose target is before that of the start, perhaps already passed
  /// by the decoder.
  private func adopt(_ start: PipelineStart) {
    output.adopt(start)
    let isInProgress = machine.adopt(start)
    scrub?.adopt(start)
    decoder.noteAdopted()
    if !isInProgress { report(.passed(epoch: start.epoch)) }
  }

  /// Resumes the decoder: frames that it has already output come first.
  private func resumeOpenDecoder() {
    guard let scrub else { return }
    let frames = scrub.takePendingFrames()
    for (index, frame) in frames.enumerated() {
      take(frame)
      guard machine.state == .open else { continue }
      return scrub.putBack(frames[(index + 1)...])
    }
  }

  // MARK: Packets

  /// Decodes a packet, unless it is dropped because it is late, or the seek no longer needs it.
  private func handle(_ packet: Packet, skipsNonReference: Bool) {
    decoder.change(to: packet.parameters) { process($0) }
    retargetIfNeeded(before: packet.packetTimes)
    endRetargetedSeekIfComplete()
    guard machine.state != .ended else { return }
    let action = late.action(lag: lag(of: packet), isKey: packet.isKey) { output.hasDueKeyframe }
    guard action != .skip else {
      late.add(packet.presentationTime)
      return output.noteDropped(packet)
    }
    let skips = (skipsNonReference && isDispensable(packet)) || action == .skipNonReference
    decode(packet, skipsNonReference: skips)
    endRetargetedSeekIfComplete()
  }

  /// Seconds by which a packet is late; nil before the frame at the target, and while the clock is stopped.
  private func lag(of packet: Packet) -> Double? { machine.hasTargetFrame ? output.lag(of: packet) : nil }

  /// Whether a packet not needed for the original target is also not needed for the current one, nor for the cache.
  private func isDispensable(_ packet: Packet) -> Bool {
    scrub?.isDispensable(
      packet.presentationTime, for: machine.start, target: machine.target, frameTime: machine.frameTime) ?? true
  }

  /// Sends a packet to the decoder and takes the frames that become available.
  private func decode(_ packet: Packet, skipsNonReference: Bool) {
    guard machine.state != .idle else { return }
    scrub?.noteSent(packet.packetTimes, isSkippable: skipsNonReference)
    if skipsNonReference, machine.hasTargetFrame, !output.isCatchingUp { late.add(packet.presentationTime) }
    decoder.decode(packet, skipsNonReference: skipsNonReference) { process($0) }
  }

  /// Takes the frames that the decoder still holds, and ends the seek with the last one if it is in progress.
  private func drain() {
    decoder.drain { process($0) }
    finishSeek(isDrained: true)
  }

  /// Handles the end of the track.
  private func endTrack() {
    if machine.state == .disabled { disabledBuffer.noteEndOfTrack() } else { drain() }
    scrub?.noteDrained()
    timeline.noteDropped(late.takeRest())
    guard let start = machine.start else { return }
    if let failure = decoder.failure { report(.decodedNothing(epoch: start.epoch, failure)) }
    output.end(disabledEnd: machine.state == .disabled ? disabledBuffer.end : nil)
  }

  // MARK: Frames

  /// Takes a frame from the decoder, and counts the late packets before it as dropped: the decoder did skip them.
  private func process(_ frame: VideoFrame) {
    timeline.noteDropped(late.takeDropped(before: frame.presentationTime))
    take(frame)
  }

  /// Takes the next decoded frame in presentation order.
  ///
  /// Before the target, the frame is cached if it is within the retention window; from the target on, it is inserted
  /// into the timeline. While the decoder is open at a target, frames wait.
  private func take(_ frame: VideoFrame) {
    guard let start = machine.start else { return }
    guard machine.state != .open else {
      scrub?.hold(frame)
      return
    }
    scrub?.noteDecoded(frame, of: start, isSeeking: machine.state == .seeking, target: machine.target)
    let (frames, isSeekResult) = machine.take(frame)
    if isSeekResult { return finishSeek(with: frames) }
    insert(frames, of: start)
    output.primeIfReady()
  }

  /// Inserts frames into the timeline.
  ///
  /// Where a stream switches variants within a segment, frames that were already shown are decoded again, and omitted.
  private func insert(_ frames: [VideoFrame], of start: PipelineStart) {
    let mayRepeat = start.mode == .playback && decoder.parameters.isPlacedPart
    for frame in frames where !mayRepeat || duplicates.insert(frame.presentationTime) {
      output.insert(frame, of: start)
    }
  }

  // MARK: Seek result

  /// Ends the seek with the frame at the target, and shows it and the one after it, if available.
  private func finishSeek(with frames: [VideoFrame]) {
    guard let start = machine.start, let first = frames.first else { return }
    if start.reuse.leavesOpen { scrub?.noteOpen(after: machine.target, frames: frames) }
    insert(frames, of: start)
    reportSeekResult(first, of: start, target: machine.target, isDrained: start.mode == .pausedSeek)
  }

  /// Ends the seek with the last frame before the target, if any. Without a frame the position is reported alone.
  private func finishSeek(isDrained: Bool) {
    guard let start = machine.start, machine.state == .seeking else { return }
    let frame = machine.finishSeek()
    if let frame { output.insert(frame, of: start) }
    reportSeekResult(frame, of: start, target: frame == nil ? start.target : machine.target, isDrained: isDrained)
  }

  /// Reports the seek result, and wakes the reader after a paused seek.
  private func reportSeekResult(_ frame: VideoFrame?, of start: PipelineStart, target: CMTime, isDrained: Bool) {
    let time = frame.flatMap { start.snapsToFrame ? $0.presentationTime : nil } ?? target
    output.reportTarget(time, of: start, isDrained: isDrained)
    guard start.mode == .pausedSeek, !machine.isPrefetching else { return }
    queue.acknowledge(start: start.reuse.startNumber)
  }

  // MARK: Retargeting

  /// Retargets or abandons the paused seek in progress if the scrub position has moved. `packet`: the next one to be
  /// decoded, which has left the queue.
  private func retargetIfNeeded(before packet: SeekPacketFilter.Times? = nil) {
    guard let scrub, machine.state == .seeking, let start = machine.start else { return }
    switch scrub.advice(for: start, upcoming: { (packet.map { [$0] } ?? []) + queue.upcoming }) {
    case .proceed: break
    case .retarget(let target, let frameTime): machine.retarget(to: target, frameTime: frameTime)
    case .passed: abandonSeek(start)
    }
  }

  /// Reports that the paused seek produces no frame, and ignores its remaining packets.
  private func abandonSeek(_ start: PipelineStart) {
    machine.end()
    report(.passed(epoch: start.epoch))
  }

  /// Ends a start that was taken over when no more packets follow: at its new target or without a frame.
  private func endAdopted() {
    guard let scrub, scrub.hasAdopted, machine.state == .seeking, let start = machine.start else { return }
    retargetIfNeeded()
    if machine.state != .ended, !scrub.isRetargeted { abandonSeek(start) }
  }

  /// Ends a retargeted seek after all packets for its target have been sent.
  ///
  /// The decoder is drained and must be flushed before its next use.
  private func endRetargetedSeekIfComplete() {
    guard scrub?.isRetargetedSeekComplete == true else { return }
    drain()
    machine.end()
  }

  // MARK: Disabled video

  /// Whether decoding can stop: video is disabled, and playback needs no further frame to begin.
  private var canSkipDecoding: Bool {
    machine.hasTargetFrame && machine.start?.mode == .playback && output.isPrimed && !isVideoEnabled()
  }

  /// Retains a packet instead of decoding it, at the pace of playback.
  ///
  /// Blocks until the packet is due, video is enabled again, or a newer start is queued.
  private func retain(_ packet: Packet) {
    if machine.state != .disabled {
      machine.disable()
      disabledBuffer.removeAll()
      timeline.disable()
    }
    disabledBuffer.take(packet)
    guard packet.decodeTime.isNumeric else { return }
    output.waitUntilDue(packet.decodeTime, isEnabled: isVideoEnabled)
  }

  /// Decodes the retained packets when video is enabled again, and catches up with those that are late.
  private func decodeRetained() {
    guard machine.state == .disabled, isVideoEnabled() else { return }
    let retained = disabledBuffer
    disabledBuffer.removeAll()
    machine.enable()
    timeline.enable()
    output.catchUp()
    if retained.startsWithSyncSample, let first = retained.packets.first {
      decoder.flush(startingAt: first.presentationTime)
    }
    for packet in retained.packets {
      guard !output.isObsolete else { return }
      decoder.change(to: packet.parameters) { process($0) }
      decode(packet, skipsNonReference: lag(of: packet) ?? 0 > OverloadPolicy.lateness)
    }
    if retained.isComplete { decoder.drain { process($0) } }
  }

  // MARK: Reverse playback

  /// Decodes a GOP in parts that fit into the budget and shows each from its last frame back.
  private func showReversed(_ group: ReverseGroup) {
    guard let start = machine.start else { return }
    for part in reverse.parts(of: group, frameBytes: timeline.frameBytes) {
      guard !output.isObsolete else { return }
      let frames = reverse.frames(of: part, in: group, decoder, output: output) { process($0) }
      for frame in frames.reversed() {
        output.insert(frame, of: start, waits: false)
        guard machine.state == .seeking else { continue }
        _ = machine.finishSeek()
        report(.targetReached(epoch: start.epoch, time: start.target, isDrained: false))
      }
      output.prime()
    }
  }
}
