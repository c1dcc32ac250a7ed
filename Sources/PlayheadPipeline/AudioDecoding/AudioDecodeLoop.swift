import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import Synchronization

/// The decoder thread of an audio track: packets in, processed samples into the ring, continuous from the target on.
///
///     queue ─► AudioTrackDecoder ─► AudioPlacement ─► AudioProcessor ─► AudioSpeedStage ─► ring
///                                   gaps, cuts, end   mix, tap          rate
///
/// Gaps in the track become silence and overlaps are cut, so that the sample count determines the time.
///
/// If the ring has a format of IEC 61937 bursts, `BurstSource` replaces the decoder, and bursts are neither processed
/// nor stretched.
///
/// The loop and its state belong to the decoder thread.
final class AudioDecodeLoop {
  /// The parameters of the packets; another object after a change of the rendition.
  private var parameters: StreamParameters
  /// The packets and starts from the demux loop.
  private let queue: PacketQueue
  /// The gate at which the thread waits for elements and for capacity in the ring.
  private let gate: any Gate
  /// The format of the ring.
  private let format: AudioFormat
  /// The item's URL, for errors.
  private let url: URL
  /// Seconds of silence before the first sample, in media time. Each value is returned once.
  private let silenceBefore: @Sendable () -> Double
  /// Whether the thread must end.
  private let isClosed: @Sendable () -> Bool
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void

  /// Counts packets, frames, and errors.
  private let errors = AudioDecodeErrors()
  /// The place of the next samples.
  private var placement: AudioPlacement
  /// The volume and the tap, before the time stretcher.
  private var processor: AudioProcessor
  /// The time stretcher, which writes to the ring.
  private let stage: AudioSpeedStage
  /// Writes to the ring, and reports the progress of the start.
  private let writer: AudioRingWriter
  /// The current start; nil before the first one, and after its last sample.
  private var plan: PipelineStart?
  /// The start whose audio is completely rendered, and may still be waiting in the ring.
  private var finishedStart: PipelineStart?

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
    self.url = url
    self.silenceBefore = silenceBefore
    self.isClosed = isClosed
    self.report = report
    format = ring.format
    let continuity = AudioContinuityPolicy(
      isAlone: reportsSeekResult, delaysFirst: AudioContinuityPolicy.delaysFirst(parameters.track.codecName))
    placement = AudioPlacement(continuity, sampleRate: ring.format.sampleRate)
    processor = AudioProcessor(format: ring.format, mix: mix)
    writer = AudioRingWriter(
      ring: ring, queue: queue, gate: gate, clock: clock, reportsSeekResult: reportsSeekResult, isClosed: isClosed,
      report: report)
    if ring.format.passthrough == nil {
      stage = AudioSpeedStage(ring: ring, writer: writer, rate: rate, pitch: pitch)
    } else {
      // Bursts cannot be stretched. The session decodes when another rate is requested.
      stage = AudioSpeedStage(ring: ring, writer: writer, rate: { 1 }, pitch: { .timeDomain })
    }
  }

  /// The body of the decoder thread. Returns when `isClosed` becomes true, even if the decoder cannot be opened.
  func run() {
    defer { processor.end() }
    do throws(FFmpegError) {
      let decoder = try makeSource()
      while !isClosed() {
        guard let element = queue.pop() else {
          changeSpeedAfterEnd()
          gate.wait(until: nil)
          continue
        }
        handle(element, decoder)
      }
    } catch {
      let codec = parameters.track.codecName
      if format.passthrough != nil {
        report(.passthroughRefused(.invalidPackets))
      } else {
        report(.failed(MediaError(.noDecoder(codec: codec), url: url, cause: error)))
      }
      while !isClosed() { gate.wait(until: nil) }
    }
  }

  /// Opens the decoder, or the muxer of bursts.
  private func makeSource() throws(FFmpegError) -> any AudioSampleSource {
    if format.passthrough != nil { return try BurstSource(parameters, errors: errors) }
    return try AudioTrackDecoder(parameters, format: format, errors: errors)
  }

  /// Handles one element of the queue. May block while the ring is full or belongs to the previous item.
  private func handle(_ element: PipelineElement, _ decoder: any AudioSampleSource) {
    switch element {
    case .begin(let plan, let target): begin(plan, at: target, decoder)
    case .packet(let packet, _):
      guard plan != nil, !placement.isBefore(packet) else { return }
      if let refusal = refusal(of: packet) { return refusePassthrough(refusal) }
      change(to: packet.parameters, decoder)
      errors.notePacket()
      placement.noteSent(packet)
      decoder.emphasizesDialogue = processor.emphasizesDialogue
      decoder.decode(packet, deliver: place, fail: tolerate)
      if placement.isComplete {
        finishStart()
        // Packets after the cut are only taken out of the queue.
        self.plan = nil
      }
    case .frameTime, .drain, .group, .cached, .adopt, .pooledDecoder: break
    case .endOfStream: finish(decoder)
    }
  }

  /// Begins a start: discards everything of the one before, and waits until the ring accepts the audio of this one.
  private func begin(_ plan: PipelineStart, at target: CMTime, _ decoder: any AudioSampleSource) {
    self.plan = plan
    finishedStart = nil
    placement.begin(at: target, end: plan.end)
    errors.begin()
    writer.begin(epoch: plan.epoch, target: target)
    decoder.flush(startingAt: target)
    processor.restart()
    guard writer.waitForPreviousItem() else {
      self.plan = nil
      return
    }
    stage.begin(epoch: plan.epoch, target: target, silence: silenceBefore, fail: tolerate)
  }

  /// Replaces the decoder for another rendition or a new timeline; the audio that it holds is played first.
  private func change(to new: StreamParameters?, _ decoder: any AudioSampleSource) {
    guard let new, new !== parameters else { return }
    defer { parameters = new }
    guard !new.continues(parameters) else { return }
    do throws(FFmpegError) {
      defer { placement.lost() }
      try decoder.drain(deliver: place, fail: tolerate)
      try decoder.replace(with: new)
    } catch {
      if format.passthrough != nil { return refusePassthrough(.otherFormat) }
      report(.failed(MediaError(.noDecoder(codec: new.track.codecName), url: url, cause: error)))
    }
  }

  /// Counts an error, after which only times place the next audio.
  private func tolerate(_ error: FFmpegError) {
    let isUndecodable = errors.note(error)
    placement.lost()
    guard isUndecodable else { return }
    if format.passthrough != nil { return refusePassthrough(.invalidPackets) }
    report(.failed(MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error)))
  }

  /// Handles the end of the track: the samples that the decoder and the resampler hold are rendered, then the start
  /// ends.
  private func finish(_ decoder: any AudioSampleSource) {
    guard let plan else { return }
    do throws(FFmpegError) { try decoder.drain(deliver: place, fail: tolerate) } catch { tolerate(error) }
    if format.passthrough != nil, errors.outcome.failure(of: parameters, url: url) != nil {
      return refusePassthrough(.invalidPackets)
    }
    if let failure = errors.outcome.failure(of: parameters, url: url) {
      report(.decodedNothing(epoch: plan.epoch, failure))
    }
    finishStart()
  }

  /// Finishes the start after its last sample.
  private func finishStart() {
    guard let plan else { return }
    stage.finish(fail: tolerate)
    finishedStart = plan
    writer.reportSeekResult()
    writer.prime()
    reportEnd()
  }

  /// Renders the content of the ring again if the rate has changed after all audio was rendered, and reports the end
  /// again, for which the next item in a queue waits.
  private func changeSpeedAfterEnd() {
    guard finishedStart != nil, stage.changeSpeedAfterEnd(fail: tolerate) else { return }
    reportEnd()
  }

  /// Marks and reports the end: exact to the sample; nil if no sample was rendered.
  private func reportEnd() { writer.end(at: placement.position > 0 ? placement.nextTime : nil) }

  // MARK: Passthrough

  /// The reason for which a packet cannot pass through although earlier ones did; nil if it can, or if the track is
  /// decoded.
  private func refusal(of packet: Packet) -> PassthroughRefusal? {
    guard let codec = format.passthrough else { return nil }
    guard let track = packet.parameters?.track else { return nil }
    let frameRate = codec.frameRate(sampleRate: track.audio?.sampleRate ?? 0)
    return track.codecName == codec.rawValue && frameRate == format.sampleRate ? nil : .otherFormat
  }

  /// Renders nothing more: the session replaces the track's pipeline by one that decodes.
  private func refusePassthrough(_ refusal: PassthroughRefusal) {
    plan = nil
    report(.passthroughRefused(refusal))
  }

  // MARK: Samples

  /// Places samples at their time: cuts those before the target, and inserts silence where the track has a gap.
  ///
  /// - Parameters:
  ///   - samples: Interleaved, in the ring's format.
  ///   - time: The presentation time of the first sample; nil: it continues the samples before it.
  private func place(_ samples: inout [Float], at time: CMTime?) {
    let gap = time.map { placement.gap(before: $0) } ?? 0
    if gap > 0 {
      silence(gap)
    } else if gap < 0 {
      samples.removeFirst(min(samples.count, -gap * format.channelCount))
      // The rest of a burst cannot be decoded.
      if format.passthrough != nil { samples = [Float](repeating: 0, count: samples.count) }
    }
    advance(samples)
  }

  /// Appends `count` frames of silence, in blocks, while the start is current.
  private func silence(_ count: Int) {
    let channels = format.channelCount
    var left = count
    let block = [Float](repeating: 0, count: 4096 * channels)
    while left > 0, writer.isCurrent {
      let part = min(left, 4096)
      advance(part == 4096 ? block : Array(block.prefix(part * channels)))
      left -= part
    }
  }

  /// Processes continuous samples and writes them to the ring.
  ///
  /// - Parameter samples: Interleaved, in the ring's format. They are cut at the end of the placement.
  private func advance(_ samples: [Float]) {
    guard !samples.isEmpty, !placement.isComplete, plan != nil else { return }
    let channels = format.channelCount
    var samples =
      placement.framesLeft.map { Array(samples.prefix(Int(min($0, Int64(samples.count))) * channels)) } ?? samples
    if format.passthrough == nil { processor.apply(&samples, at: placement.nextTime) }
    do throws(FFmpegError) {
      try stage.changeSpeed(before: samples, at: placement.nextNanoseconds, fail: tolerate)
      placement.advance(by: samples.count / channels)
      try stage.process(samples, fail: tolerate)
    } catch {
      tolerate(error)
    }
  }
}
