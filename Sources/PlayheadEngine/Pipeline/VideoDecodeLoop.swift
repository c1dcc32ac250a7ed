import CoreMedia
import Foundation
import PlayheadFFmpeg
import Synchronization

/// The decoder thread of a video track: packets in, frames into the timeline.
final class VideoDecodeLoop {
  var parameters: StreamParameters
  let queue: PacketQueue
  let gate: any Gate
  let timeline: VideoTimeline
  let clock: any EngineClock
  let isClosed: @Sendable () -> Bool
  let isWanted: @Sendable () -> Bool
  let report: @Sendable (PipelineReport) -> Void
  let url: URL
  let reverseByteLimit: Int
  let restingByteLimit: Int
  let visited: DecodedFrameCache
  let parked: DecoderPool
  /// The frame at the target and those after it, decoded but not yet used: the first output when the decoder resumes.
  var spare: [VideoFrame] = []
  /// The position of the decoder in use.
  var footing = DecoderPosition()

  var plan: PipelineStart?
  /// Retargets the paused seek in progress when the user continues scrubbing.
  var detour: SeekRetargeting?
  /// The last decoded frame of a speculative start.
  var latest: VideoFrame?
  /// The target of the paused seek that has taken over the speculative start.
  var adopted: CMTime?
  /// Whether the current start has ended early: its remaining packets are ignored.
  var isOver = false
  /// The packets not decoded since video was disabled; nil while it is enabled.
  var resting: DisabledVideoBuffer?
  /// Whether the track's last packet is among those not decoded.
  var restsAtEnd = false
  /// Whether video is enabled again and its frames are still late.
  var isCatchingUp = false
  /// The presentation time of the first packet since the decoder was flushed: frames before it lack their references.
  var syncTime: CMTime?
  /// Whether the first decode-only frame of a paused seek has been decoded.
  var isOnWay = false
  var landing: SeekFrameSelector?
  var cover: CMTime?
  var lastEnd: CMTime?
  /// The presentation times of recent frames.
  var seen = DuplicateFrameFilter()
  var isPrimed = false
  var opening = StartupDecodeThrottle()
  var shape: DecodedFrameShape?
  var failures = 0
  var outcome = DecodeOutcome()
  var overload = OverloadPolicy()
  /// Presentation times of packets that may have been dropped because they were late, until a later frame arrives.
  var late: [CMTime] = []

  init(
    parameters: StreamParameters, queue: PacketQueue, gate: any Gate, timeline: VideoTimeline, clock: any EngineClock,
    url: URL, visited: DecodedFrameCache, parked: DecoderPool,
    limits: BufferLimits, isWanted: @escaping @Sendable () -> Bool, isClosed: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.parameters = parameters
    self.queue = queue
    self.gate = gate
    self.timeline = timeline
    self.clock = clock
    self.url = url
    reverseByteLimit = limits.reversePictureBytes
    restingByteLimit = limits.packetBytes
    self.visited = visited
    self.parked = parked
    self.isClosed = isClosed
    self.isWanted = isWanted
    self.report = report
  }

  func run() {
    do throws(FFmpegError) {
      var seat = try PooledDecoder(parameters, parked.memory)
      timeline.addWaiter(gate)
      defer { timeline.removeWaiter(gate) }
      while !isClosed() {
        wake(&seat.decoder)
        // After a paused seek that left the decoder open, further packets wait until a start resumes it.
        guard !isResting || queue.containsStart, let element = queue.pop() else {
          gate.wait(until: nil)
          continue
        }
        try place(element, &seat)
        handle(element, &seat.decoder)
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

  func handle(_ element: PipelineElement, _ decoder: inout VideoDecoder) {
    switch element {
    case .begin(let plan, let target): begin(plan, target: target, &decoder)
    case .visited(let plan, let frame): show(frame, plan, &decoder)
    case .adopt(let plan):
      adopt(plan)
      takeDetour()
      if detour?.isComplete == true { endDetour(&decoder) }
    case .seat:
      syncTime = .negativeInfinity
      goOn()
    case _ where isOver: break
    case .packet(let packet, _) where canRest: rest(on: packet)
    case .packet(let packet, let skips):
      change(to: packet.parameters, &decoder)
      takeDetour()
      if detour?.isComplete == true { endDetour(&decoder) }
      guard !isOver else { return }
      let action = overload.action(lag: lag(of: packet), isKey: packet.isKey) { hasDueKeyframe }
      if action == .skip { return skip(packet) }
      decode(packet, skipsNonReference: (skips && isDispensable(packet)) || action == .skipNonReference, &decoder)
      if detour?.isComplete == true { endDetour(&decoder) }
    case .group(let group): showBackward(group, &decoder)
    case .cover(let time):
      guard detour?.hasTurned != true, adopted == nil else { return }
      cover = time
      if let frame = landing?.settle(cover: time) { land(on: [frame]) }
    case .drain:
      endAdopted()
      guard !isOver else { return }
      decoder.drain()
      receive(&decoder)
      land(isDrained: true)
      footing.goesOn()
    case .endOfStream:
      endAdopted()
      guard !isOver else { return }
      if let resting {
        lastEnd = resting.end ?? lastEnd
        restsAtEnd = true
      } else {
        decoder.drain()
        receive(&decoder)
        land(isDrained: true)
      }
      // A drained decoder must be flushed before it can resume.
      footing.goesOn()
      // No later frame arrives with which they would be counted.
      timeline.loses(late.count)
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

  private func begin(_ plan: PipelineStart, target: CMTime, _ decoder: inout VideoDecoder) {
    self.plan = plan
    detour = SeekRetargeting(plan)
    adopted = nil
    latest = nil
    isOver = false
    resting = nil
    restsAtEnd = false
    isCatchingUp = false
    isOnWay = false
    landing = SeekFrameSelector(target: target)
    cover = nil
    lastEnd = nil
    seen = DuplicateFrameFilter()
    isPrimed = false
    failures = 0
    outcome = DecodeOutcome()
    overload = OverloadPolicy()
    late = []
    if plan.way == .fresh {
      decoder.flush(startingAt: target)
      syncTime = nil
    }
    if !plan.isSpeculative {
      timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: plan.mode == .reverse)
    }
    if plan.way == .onward { goOn() }
  }

  /// Shows the cached frame of a paused seek. A speculative start in progress continues afterwards.
  private func show(_ frame: VideoFrame, _ plan: PipelineStart, _ decoder: inout VideoDecoder) {
    if isAhead {
      timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: false)
    } else {
      begin(plan, target: plan.target, &decoder)
      _ = landing?.finish()
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
      decoder = try VideoDecoder(new, threads: Self.threads, memory: parked.memory)
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
    guard landing?.hasLanded == true, timeline.clock.isRunning, packet.presentationTime.isNumeric else { return nil }
    return Double(timeline.clock.nanoseconds(at: clock.now) - packet.presentationTime.nanoseconds) / 1e9
  }

  private var hasDueKeyframe: Bool {
    let now = timeline.clock.nanoseconds(at: clock.now)
    return queue.holdsKeyframe { $0.nanoseconds <= now }
  }

  /// Sends a packet to the decoder and takes the frames that become available.
  func decode(_ packet: Packet, skipsNonReference: Bool, _ decoder: inout VideoDecoder) {
    guard plan != nil else { return }
    detour?.gave(packet.landingTimes, mayBeLeftOut: skipsNonReference)
    footing.gave(packet.landingTimes)
    outcome.packets += 1
    if syncTime == nil, packet.presentationTime.isNumeric { syncTime = packet.presentationTime }
    if skipsNonReference, landing?.hasLanded == true, !isCatchingUp { late.append(packet.presentationTime) }
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
          countLost(before: frame)
          take(frame)
        }
        return
      } catch {
        tolerate(error)
      }
    }
  }

  /// Counts the late packets before `frame` as dropped: the decoder did skip them.
  func countLost(before frame: VideoFrame) {
    guard !late.isEmpty else { return }
    timeline.loses(late.count { $0 < frame.presentationTime })
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
  private static let failureLimit = 60

}
