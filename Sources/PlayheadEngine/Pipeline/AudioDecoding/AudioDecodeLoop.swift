import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// The decoder thread of an audio track: packets in, processed samples into the ring, continuous from the target on.
///
/// Gaps in the track become silence and overlaps are cut, so that the sample count determines the time.
///
/// The loop and its state belong to the decoder thread. Extensions divide it by concern: gaps in the track, the ring,
/// and changes of the rate.
final class AudioDecodeLoop {
  /// The parameters of the packets; another object after a change of the rendition.
  var parameters: StreamParameters
  /// The packets and starts from the demux loop.
  let queue: PacketQueue
  /// The gate at which the thread waits for elements and for capacity in the ring.
  let gate: any Gate
  /// The output, from which the device callback reads.
  let ring: AudioRing
  /// The clock for the deadlines of waits.
  let clock: any EngineClock
  /// The item's URL, for errors.
  let url: URL
  /// The requested rate of playback.
  let rate: @Sendable () -> Double
  /// The requested algorithm for time stretching.
  let pitch: @Sendable () -> PitchAlgorithm
  /// Seconds of silence before the first sample, in media time. Each value is returned once.
  let silenceBefore: @Sendable () -> Double
  /// Whether the thread must end.
  let isClosed: @Sendable () -> Bool
  /// Delivers an event to the session.
  let report: @Sendable (PipelineReport) -> Void
  /// Whether audio reports the seek result: the item has no video.
  let reportsSeekResult: Bool

  /// Converts the decoder's output to the format of the ring.
  var resampler: AudioResampler
  /// The time stretcher, after the processor.
  var speed: AudioSpeed
  /// The volume and the tap, before the time stretcher.
  var processor: AudioProcessor
  /// The processed media before time stretching, for a change of the rate.
  var recent: StretchHistory
  /// The current start; nil before the first one, and after its last sample.
  var plan: PipelineStart?
  /// The start whose audio is completely rendered, and may still be waiting in the ring.
  var finishedStart: PipelineStart?
  /// The media time of the first sample of the current start.
  var target = CMTime.zero
  /// Frames of media since the target, before stretching, at the ring's rate.
  var position: Int64 = 0
  /// Whether the start has reported that enough audio is ready.
  var isPrimed = false
  /// Whether the start has reported its seek result.
  var hasReportedSeek = false
  /// The number of media frames to render; nil: all.
  var limit: Int64?
  /// Whether all media frames up to `limit` have been rendered.
  var isComplete: Bool { limit.map { position >= $0 } ?? false }
  var isRingFull = false
  /// Consecutive errors without a decoded frame.
  var failures = 0
  /// The packets and frames of the current start.
  var outcome = DecodeOutcome()
  /// The decision about gaps in the track.
  var continuity: AudioContinuityPolicy
  /// Decoded samples in the format of the ring, of one frame. Reused to avoid allocations.
  var mixed: [Float] = []
  /// Output of the time stretcher, of one block. Reused to avoid allocations.
  var stretched: [Float] = []

  /// Creates the loop; `run` is the body of the thread.
  init(
    parameters: StreamParameters, queue: PacketQueue, gate: any Gate, ring: AudioRing, clock: any EngineClock, url: URL,
    reportsSeekResult: Bool, rate: @escaping @Sendable () -> Double, pitch: @escaping @Sendable () -> PitchAlgorithm,
    mix: @escaping @Sendable () -> AudioMixSettings.Track?, silenceBefore: @escaping @Sendable () -> Double,
    isClosed: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.parameters = parameters
    self.queue = queue
    self.gate = gate
    self.ring = ring
    self.clock = clock
    self.url = url
    self.reportsSeekResult = reportsSeekResult
    continuity = AudioContinuityPolicy(
      isAlone: reportsSeekResult, delaysFirst: AudioContinuityPolicy.delaysFirst(parameters.track.codecName))
    self.rate = rate
    self.pitch = pitch
    self.silenceBefore = silenceBefore
    self.isClosed = isClosed
    self.report = report
    speed = AudioSpeed(format: ring.format)
    recent = StretchHistory(channels: ring.format.channelCount)
    processor = AudioProcessor(format: ring.format, mix: mix)
    resampler = AudioResampler(sampleRate: ring.format.sampleRate, channelCount: ring.format.channelCount)
  }

  /// The body of the decoder thread. Returns when `isClosed` becomes true, even if the decoder cannot be opened.
  func run() {
    defer { processor.end() }
    do throws(FFmpegError) {
      var decoder = try AudioDecoder(parameters)
      while !isClosed() {
        guard let element = queue.pop() else {
          changeSpeedAfterEnd()
          gate.wait(until: nil)
          continue
        }
        handle(element, &decoder)
      }
    } catch {
      let codec = parameters.track.codecName
      report(.failed(MediaError(.noDecoder(codec: codec), url: url, cause: error)))
      while !isClosed() { gate.wait(until: nil) }
    }
  }

  /// Handles one element of the queue. May block while the ring is full or belongs to the previous item.
  func handle(_ element: PipelineElement, _ decoder: inout AudioDecoder) {
    switch element {
    case .begin(let plan, let target):
      self.plan = plan
      finishedStart = nil
      self.target = target
      position = 0
      limit = plan.end.map {
        max(0, Int64(saturating: (($0 - target).seconds * Double(ring.format.sampleRate)).rounded()))
      }
      failures = 0
      outcome = DecodeOutcome()
      continuity.begin()
      isPrimed = false
      hasReportedSeek = false
      isRingFull = false
      decoder.flush(startingAt: target)
      resampler.reset()
      processor.restart()
      guard waitForPreviousItem(plan) else {
        self.plan = nil
        return
      }
      speed.begin(rate: rate(), pitch())
      recent.begin()
      leadIn()
      ring.addAnchor(media: target.nanoseconds, rate: speed.rate, epoch: plan.epoch)
    case .packet(let packet, _):
      guard plan != nil, !isBefore(packet) else { return }
      change(to: packet.parameters, &decoder)
      decode(packet, &decoder)
      if isComplete {
        finishStart()
        // Packets after the cut are only taken out of the queue.
        self.plan = nil
      }
    case .frameTime, .drain, .group, .cached, .adopt, .pooledDecoder: break
    case .endOfStream: finish(&decoder)
    }
  }

  /// Whether a packet is so far before the target that it need not be decoded: a quarter of a second lets every codec
  /// settle.
  func isBefore(_ packet: Packet) -> Bool {
    guard packet.presentationTime.isNumeric, packet.duration > .zero else { return false }
    return packet.presentationTime + packet.duration < target - CMTime(value: 1, timescale: 4)
  }

  /// Sends a packet to the decoder and writes the frames that become available to the ring.
  func decode(_ packet: Packet, _ decoder: inout AudioDecoder) {
    outcome.packets += 1
    continuity.sent(start: (packet.presentationTime - target).seconds, duration: packet.duration.seconds)
    do throws(FFmpegError) {
      while try !decoder.send(packet) { receive(&decoder) }
    } catch {
      tolerate(error)
    }
    receive(&decoder)
  }

  /// Replaces the decoder for another rendition or a new timeline; the audio that it holds is played first.
  func change(to new: StreamParameters?, _ decoder: inout AudioDecoder) {
    guard let new, new !== parameters else { return }
    defer { parameters = new }
    guard !new.continues(parameters) else { return }
    do throws(FFmpegError) {
      decoder.drain()
      receive(&decoder)
      continuity.lost()
      mixed.removeAll(keepingCapacity: true)
      try resampler.convert(nil, into: &mixed)
      advance(mixed)
      resampler.reset()
      decoder = try AudioDecoder(new)
    } catch {
      report(.failed(MediaError(.noDecoder(codec: new.track.codecName), url: url, cause: error)))
    }
  }

  /// Counts an error. A damaged packet costs only its own samples; a long run of errors means that the track cannot be
  /// decoded.
  func tolerate(_ error: FFmpegError) {
    failures += 1
    outcome.error = error
    continuity.lost()
    guard failures == Self.failureLimit else { return }
    report(.failed(MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error)))
  }
  /// Two seconds of the shortest packets in use.
  private static let failureLimit = 200

  /// Takes all frames that are ready. An error costs its own frame: others may follow, above all while the decoder is
  /// drained.
  func receive(_ decoder: inout AudioDecoder) {
    for _ in 0..<Self.failureLimit {
      do throws(FFmpegError) {
        while let frame = try decoder.receive() {
          failures = 0
          outcome.frames += 1
          mixed.removeAll(keepingCapacity: true)
          try resampler.convert(frame, into: &mixed)
          place(at: frame.presentationTime)
        }
        return
      } catch {
        tolerate(error)
      }
    }
  }

  /// Handles the end of the track: the samples that the decoder and the resampler hold are rendered, then the start
  /// ends.
  func finish(_ decoder: inout AudioDecoder) {
    guard let plan else { return }
    decoder.drain()
    receive(&decoder)
    do throws(FFmpegError) {
      mixed.removeAll(keepingCapacity: true)
      try resampler.convert(nil, into: &mixed)
      advance(mixed)
    } catch {
      tolerate(error)
    }
    if let failure = outcome.failure(of: parameters, url: url) {
      report(.decodedNothing(epoch: plan.epoch, failure))
    }
    finishStart()
  }

  /// Finishes the start after its last sample.
  func finishStart() {
    guard let plan else { return }
    stretched.removeAll(keepingCapacity: true)
    do throws(FFmpegError) { try speed.finish(into: &stretched) } catch { tolerate(error) }
    write(stretched, isLast: true)
    finishedStart = plan
    reportSeekResult()
    prime()
    reportEnd(of: plan)
  }

  /// Marks the end in the ring and reports it.
  ///
  /// The end is exact to the sample; nil if no sample was rendered.
  func reportEnd(of plan: PipelineStart) {
    ring.markEnd(epoch: plan.epoch)
    let end = target + CMTime(value: position, timescale: Int32(ring.format.sampleRate))
    report(.audioEnded(epoch: plan.epoch, at: position > 0 ? end : nil))
  }

  /// Processes continuous samples and writes them to the ring.
  ///
  /// - Parameter samples: Interleaved, in the ring's format. They are cut at `limit`.
  func advance(_ samples: [Float]) {
    guard !samples.isEmpty, !isComplete, let plan else { return }
    let channels = ring.format.channelCount
    var samples =
      limit.map { Array(samples.prefix(Int(min($0 - position, Int64(samples.count))) * channels)) } ?? samples
    processor.apply(&samples, at: target + CMTime(value: position, timescale: CMTimeScale(ring.format.sampleRate)))
    stretched.removeAll(keepingCapacity: true)
    do throws(FFmpegError) {
      try changeSpeed(before: samples, epoch: plan.epoch)
      position += Int64(samples.count / channels)
      recent.add(samples, limit: recentFrames)
      try speed.process(samples, into: &stretched)
    } catch {
      return tolerate(error)
    }
    write(stretched)
  }
}
