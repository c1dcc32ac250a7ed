import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// The decoder thread of a video track: packets in, frames into the timeline.
///
/// The loop and its state belong to the decoder thread. The extensions divide it by concern: the seek result,
/// retargeting, the decoder pool, disabled video, the timeline, and reverse playback.
final class VideoDecodeLoop {
  /// The parameters of the packets; another object after a change of the variant.
  var parameters: StreamParameters
  /// The packets and starts from the demux loop.
  let queue: PacketQueue
  /// The gate at which the thread waits for elements and for capacity in the timeline.
  let gate: any Gate
  /// The output, from which presenters read.
  let timeline: VideoTimeline
  /// The clock of the engine, for deadlines.
  let clock: any EngineClock
  /// Whether the thread must end.
  let isClosed: @Sendable () -> Bool
  /// Whether the item's video is enabled. While it is not, packets are retained instead of decoded.
  let isVideoEnabled: @Sendable () -> Bool
  /// Delivers an event to the session.
  let report: @Sendable (PipelineReport) -> Void
  /// The item's URL, for errors.
  let url: URL
  /// The bytes of decoded frames that reverse playback may use.
  let reverseByteLimit: Int
  /// The bytes of packets that are retained while video is disabled.
  let disabledByteLimit: Int
  /// The frames near paused seeks, shared with the demux loop and the session.
  let frameCache: DecodedFrameCache
  /// The open decoders in visited GOPs, shared with the demux loop.
  let decoderPool: DecoderPool
  /// The frame at the target and those after it, decoded but not yet used: the first output when the decoder resumes.
  var pendingFrames: [VideoFrame] = []
  /// The position of the decoder in use.
  var decoderPosition = DecoderPosition()

  /// The current start; nil before the first one.
  var plan: PipelineStart?
  /// Retargets the paused seek in progress when the user continues scrubbing.
  var retargeting: SeekRetargeting?
  /// The last decoded frame of a speculative start.
  var lastFrame: VideoFrame?
  /// The target of the paused seek that has taken over the speculative start.
  var adopted: CMTime?
  /// Whether the current start has ended early: its remaining packets are ignored.
  var hasEndedEarly = false
  /// The packets not decoded since video was disabled; nil while it is enabled.
  var disabledBuffer: DisabledVideoBuffer?
  /// Whether the track's last packet is among those not decoded.
  var disabledToEnd = false
  /// Whether video is enabled again and its frames are still late.
  var isCatchingUp = false
  /// The presentation time of the first packet since the decoder was flushed: frames before it lack their references.
  var syncTime: CMTime?
  /// Whether the first decode-only frame of a paused seek has been decoded.
  var hasPrerollFrame = false
  /// Finds the frame at the target of the current start; nil before the first start.
  var frameSelector: SeekFrameSelector?
  /// The presentation time of the frame at the target; nil until the packets have determined it.
  var frameTime: CMTime?
  /// The end of the last frame so far, or of the last dropped packet; nil: none yet, or reverse playback.
  var lastEnd: CMTime?
  /// The presentation times of recent frames.
  var duplicates = DuplicateFrameFilter()
  /// Whether the start has reported that enough frames are ready.
  var isPrimed = false
  /// Leaves the CPU to presenting the item's first frame.
  var startupThrottle = StartupDecodeThrottle()
  /// The frame size that was reported last.
  var shape: DecodedFrameShape?
  /// Consecutive errors without a decoded frame.
  var failures = 0
  /// The packets and frames of the current start.
  var outcome = DecodeOutcome()
  /// The decision about packets that are late.
  var overload = OverloadPolicy()
  /// Presentation times of packets that may have been dropped because they were late, until a later frame arrives.
  var late: [CMTime] = []

  /// Creates the loop; `run` is the body of the thread.
  init(
    parameters: StreamParameters, queue: PacketQueue, gate: any Gate, timeline: VideoTimeline, clock: any EngineClock,
    url: URL, frameCache: DecodedFrameCache, decoderPool: DecoderPool,
    limits: BufferLimits, isVideoEnabled: @escaping @Sendable () -> Bool, isClosed: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.parameters = parameters
    self.queue = queue
    self.gate = gate
    self.timeline = timeline
    self.clock = clock
    self.url = url
    reverseByteLimit = limits.reverseFrameBytes
    disabledByteLimit = limits.packetBytes
    self.frameCache = frameCache
    self.decoderPool = decoderPool
    self.isClosed = isClosed
    self.isVideoEnabled = isVideoEnabled
    self.report = report
  }

  /// The body of the decoder thread. Returns when `isClosed` becomes true, even if no decoder can be opened.
  func run() {
    do throws(FFmpegError) {
      var current = try PooledDecoder(parameters, decoderPool.memory)
      timeline.addWaiter(gate)
      defer { timeline.removeWaiter(gate) }
      while !isClosed() {
        decodeRetained(&current.decoder)
        // After a paused seek that left the decoder open, further packets wait until a start resumes it.
        guard !isIdleAtTarget || queue.containsStart, let element = queue.pop() else {
          gate.wait(until: nil)
          continue
        }
        try selectDecoder(for: element, &current)
        handle(element, &current.decoder)
      }
    } catch {
      let codec = parameters.track.codecName
      report(
        .failed(
          MediaError(
            error.operation == .openDecoder ? .noDecoder(codec: codec) : .decodeFailed(codec: codec), url: url,
            cause: error)))
      while !isClosed() { gate.wait(until: nil) }
    }
  }

  /// Handles one element of the queue. May block while the timeline is full.
  func handle(_ element: PipelineElement, _ decoder: inout VideoDecoder) {
    switch element {
    case .begin(let plan, let target): begin(plan, target: target, &decoder)
    case .cached(let plan, let frame): show(frame, plan, &decoder)
    case .adopt(let plan):
      adopt(plan)
      retargetIfNeeded()
      if retargeting?.isComplete == true { endRetargetedSeek(&decoder) }
    case .pooledDecoder:
      syncTime = .negativeInfinity
      resumeOpenDecoder()
    case _ where hasEndedEarly: break
    case .packet(let packet, _) where canSkipDecoding: retain(packet)
    case .packet(let packet, let skips):
      change(to: packet.parameters, &decoder)
      retargetIfNeeded()
      if retargeting?.isComplete == true { endRetargetedSeek(&decoder) }
      guard !hasEndedEarly else { return }
      let action = overload.action(lag: lag(of: packet), isKey: packet.isKey) { hasDueKeyframe }
      if action == .skip { return skip(packet) }
      decode(packet, skipsNonReference: (skips && isDispensable(packet)) || action == .skipNonReference, &decoder)
      if retargeting?.isComplete == true { endRetargetedSeek(&decoder) }
    case .group(let group): showReversed(group, &decoder)
    case .frameTime(let time):
      guard retargeting?.isRetargeted != true, adopted == nil else { return }
      frameTime = time
      if let frame = frameSelector?.settle(frameTime: time) { finishSeek(with: [frame]) }
    case .drain:
      endAdopted()
      guard !hasEndedEarly else { return }
      decoder.drain()
      receive(&decoder)
      finishSeek(isDrained: true)
      decoderPosition.noteResumed()
    case .endOfStream:
      endAdopted()
      guard !hasEndedEarly else { return }
      if let disabledBuffer {
        lastEnd = disabledBuffer.end ?? lastEnd
        disabledToEnd = true
      } else {
        decoder.drain()
        receive(&decoder)
        finishSeek(isDrained: true)
      }
      // A drained decoder must be flushed before it can resume.
      decoderPosition.noteResumed()
      // No later frame arrives with which they would be counted.
      timeline.noteDropped(late.count)
      late = []
      guard let plan else { return }
      if let failure = outcome.failure(of: parameters, url: url) {
        report(.decodedNothing(epoch: plan.epoch, failure))
      }
      timeline.end(epoch: plan.epoch)
      prime()
      report(.videoEnded(epoch: plan.epoch, at: lastEnd))
    }
  }

  /// Resets the state for a start. The decoder is flushed unless it resumes.
  private func begin(_ plan: PipelineStart, target: CMTime, _ decoder: inout VideoDecoder) {
    self.plan = plan
    retargeting = SeekRetargeting(plan)
    adopted = nil
    lastFrame = nil
    hasEndedEarly = false
    disabledBuffer = nil
    disabledToEnd = false
    isCatchingUp = false
    hasPrerollFrame = false
    frameSelector = SeekFrameSelector(target: target)
    frameTime = nil
    lastEnd = nil
    duplicates = DuplicateFrameFilter()
    isPrimed = false
    failures = 0
    outcome = DecodeOutcome()
    overload = OverloadPolicy()
    late = []
    if plan.reuse.isFresh {
      decoder.flush(startingAt: target)
      syncTime = nil
    }
    if !plan.isSpeculative {
      timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: plan.mode == .reverse)
    }
    if plan.reuse.approach == .resume { resumeOpenDecoder() }
  }

  /// Shows the cached frame of a paused seek. A speculative start in progress continues afterwards.
  private func show(_ frame: VideoFrame, _ plan: PipelineStart, _ decoder: inout VideoDecoder) {
    if isPrefetching {
      timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: false)
    } else {
      begin(plan, target: plan.target, &decoder)
      _ = frameSelector?.finish()
    }
    insert(frame, plan)
    announce(frame, plan, target: plan.target, isDrained: true)
  }

  /// Replaces the decoder for another variant or a new timeline; the frames that it holds are shown first.
  func change(to new: StreamParameters?, _ decoder: inout VideoDecoder) {
    guard let new, new !== parameters else { return }
    defer { parameters = new }
    guard !new.continues(parameters) else { return }
    decoder.drain()
    receive(&decoder)
    do throws(FFmpegError) {
      decoder = try VideoDecoder(new, threads: Self.threads, memory: decoderPool.memory)
    } catch {
      report(.failed(MediaError(.noDecoder(codec: new.track.codecName), url: url, cause: error)))
    }
  }

  /// Drops a packet because the decoder is overloaded. Its time still counts for the end of the track.
  private func skip(_ packet: Packet) {
    late.append(packet.presentationTime)
    let end = packet.presentationTime + packet.duration
    if end.isNumeric { lastEnd = max(lastEnd ?? end, end) }
  }

  /// Seconds by which a packet is late; nil if the clock is stopped or the packet has no time.
  func lag(of packet: Packet) -> Double? {
    guard frameSelector?.hasTargetFrame == true, timeline.clock.isRunning, packet.presentationTime.isNumeric else {
      return nil
    }
    return Double(timeline.clock.nanoseconds(at: clock.now) - packet.presentationTime.nanoseconds) / 1e9
  }

  /// Whether a keyframe in the queue is due, so that the packets before it can be dropped.
  private var hasDueKeyframe: Bool {
    let now = timeline.clock.nanoseconds(at: clock.now)
    return queue.holdsKeyframe { $0.nanoseconds <= now }
  }

  /// Sends a packet to the decoder and takes the frames that become available.
  func decode(_ packet: Packet, skipsNonReference: Bool, _ decoder: inout VideoDecoder) {
    guard plan != nil else { return }
    retargeting?.noteSent(packet.packetTimes, isSkippable: skipsNonReference)
    decoderPosition.noteSent(packet.packetTimes)
    outcome.packets += 1
    if syncTime == nil, packet.presentationTime.isNumeric { syncTime = packet.presentationTime }
    if skipsNonReference, frameSelector?.hasTargetFrame == true, !isCatchingUp { late.append(packet.presentationTime) }
    do throws(FFmpegError) {
      while try !decoder.send(packet, skipsNonReference: skipsNonReference) { receive(&decoder) }
    } catch {
      tolerate(error)
    }
    receive(&decoder)
  }

  /// Takes all frames that are ready. An error costs its own frame: others may follow, above all while the decoder is
  /// drained.
  func receive(_ decoder: inout VideoDecoder) {
    for _ in 0..<Self.failureLimit {
      do throws(FFmpegError) {
        while let frame = try decoder.receive() {
          failures = 0
          outcome.frames += 1
          countDropped(before: frame)
          take(frame)
        }
        return
      } catch {
        tolerate(error)
      }
    }
  }

  /// Counts the late packets before `frame` as dropped: the decoder did skip them.
  func countDropped(before frame: VideoFrame) {
    guard !late.isEmpty else { return }
    timeline.noteDropped(late.count { $0 < frame.presentationTime })
    late.removeAll { $0 <= frame.presentationTime }
  }

  /// Frames depend on each other, so threads wait for each other: with two threads more than cores a seek takes a
  /// twelfth less time than with the usual one more. Further threads cost more memory than they save time.
  static let threads = min(16, ProcessInfo.processInfo.activeProcessorCount + 2)

  /// Counts an error. A damaged packet costs only its own frames; a long run of errors means that the track cannot be
  /// decoded.
  func tolerate(_ error: FFmpegError) {
    failures += 1
    outcome.error = error
    guard failures == Self.failureLimit, plan?.isSpeculative != true else { return }
    report(.failed(MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error)))
  }
  /// A second of video at 60 fps.
  private static let failureLimit = 60

}
