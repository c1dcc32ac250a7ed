import CoreMedia
import Foundation
import PlayheadFFmpeg
import Synchronization

/// The decoder thread of an audio track: packets in, mixed sound into the ring, as one unbroken line of samples from the target on.
///
/// Gaps in the track become silence and overlaps are cut, so that counting samples tells the time.
final class AudioDecodeLoop {
  private var parameters: StreamParameters
  private let queue: PacketQueue
  private let gate: any Gate
  private let ring: AudioRing
  private let clock: any EngineClock
  private let url: URL
  private let rate: @Sendable () -> Double
  private let pitch: @Sendable () -> PitchAlgorithm
  private let silenceBefore: @Sendable () -> Double
  private let isClosed: @Sendable () -> Bool
  private let report: @Sendable (PipelineReport) -> Void
  private let landsAlone: Bool

  private var resampler: AudioResampler
  private var speed: SoundSpeed
  private var shaping: SoundShaping
  private var recent: RecentSound
  private var plan: StartPlan?
  private var target = CMTime.zero
  /// Frames of media since the target, before stretching, at the ring's rate.
  private var position: Int64 = 0
  private var isPrimed = false
  private var hasLanded = false
  /// How many frames of media are wanted; nil: all.
  private var limit: Int64?
  private var isComplete: Bool { limit.map { position >= $0 } ?? false }
  private var isRingFull = false
  private var failures = 0
  private var mixed: [Float] = []
  private var stretched: [Float] = []

  init(
    parameters: StreamParameters, queue: PacketQueue, gate: any Gate, ring: AudioRing, clock: any EngineClock, url: URL,
    landsAlone: Bool, rate: @escaping @Sendable () -> Double, pitch: @escaping @Sendable () -> PitchAlgorithm,
    mix: @escaping @Sendable () -> SoundMix.Track?, silenceBefore: @escaping @Sendable () -> Double,
    isClosed: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.parameters = parameters
    self.queue = queue
    self.gate = gate
    self.ring = ring
    self.clock = clock
    self.url = url
    self.landsAlone = landsAlone
    self.rate = rate
    self.pitch = pitch
    self.silenceBefore = silenceBefore
    self.isClosed = isClosed
    self.report = report
    speed = SoundSpeed(format: ring.format)
    recent = RecentSound(channels: ring.format.channelCount)
    shaping = SoundShaping(format: ring.format, mix: mix)
    resampler = AudioResampler(sampleRate: ring.format.sampleRate, channelCount: ring.format.channelCount)
  }

  func run() {
    defer { shaping.end() }
    do throws(FFmpegError) {
      var decoder = try AudioDecoder(parameters)
      while !isClosed() {
        guard let element = queue.pop() else {
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

  private func handle(_ element: PipelineElement, _ decoder: inout AudioDecoder) {
    switch element {
    case .begin(let plan, let target):
      self.plan = plan
      self.target = target
      position = 0
      limit = plan.end.map {
        max(0, Int64((($0 - target).seconds * Double(ring.format.sampleRate)).rounded()))
      }
      failures = 0
      isPrimed = false
      hasLanded = false
      isRingFull = false
      decoder.flush(startingAt: target)
      resampler.reset()
      shaping.restart()
      guard waitForTurn(plan) else {
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
        conclude()
        // What comes after the cut is only taken out of the queue.
        self.plan = nil
      }
    case .cover, .drain, .group, .visited: break
    case .endOfStream: finish(&decoder)
    }
  }

  /// The sound of the item before comes first. False if this start is over before its turn.
  private func waitForTurn(_ plan: StartPlan) -> Bool {
    while isCurrent {
      switch ring.turn(of: plan.epoch) {
      case .frames: return true
      case .stale: return false
      case .early: gate.wait(until: nil)
      }
    }
    return false
  }

  /// The silence between the end of the sound before and the end of its picture.
  private func leadIn() {
    let frames = Int((silenceBefore() / speed.rate * Double(ring.format.sampleRate)).rounded())
    guard frames > 0 else { return }
    write([Float](repeating: 0, count: min(frames, 60 * ring.format.sampleRate) * ring.format.channelCount))
  }

  /// Sound well before the target need not be decoded: a quarter of a second lets every codec settle.
  private func isBefore(_ packet: Packet) -> Bool {
    guard packet.presentationTime.isNumeric, packet.duration > .zero else { return false }
    return packet.presentationTime + packet.duration < target - CMTime(value: 1, timescale: 4)
  }

  private func decode(_ packet: Packet, _ decoder: inout AudioDecoder) {
    do throws(FFmpegError) {
      while try !decoder.send(packet) { try receive(&decoder) }
      try receive(&decoder)
    } catch {
      tolerate(error)
    }
  }

  /// Another rendition of a stream, or times that begin anew: what the decoder holds is heard first.
  private func change(to new: StreamParameters?, _ decoder: inout AudioDecoder) {
    guard let new, new !== parameters else { return }
    defer { parameters = new }
    guard !new.continues(parameters) else { return }
    do throws(FFmpegError) {
      decoder.drain()
      try receive(&decoder)
      mixed.removeAll(keepingCapacity: true)
      try resampler.convert(nil, into: &mixed)
      advance(mixed)
      resampler.reset()
      decoder = try AudioDecoder(new)
    } catch {
      report(.failed(MediaError(.noDecoder(codec: new.track.codecName), url: url, cause: error)))
    }
  }

  private func tolerate(_ error: FFmpegError) {
    failures += 1
    guard failures == Self.failureLimit else { return }
    report(.failed(MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error)))
  }
  /// Two seconds of the shortest packets in use.
  private static let failureLimit = 200

  private func receive(_ decoder: inout AudioDecoder) throws(FFmpegError) {
    while let frame = try decoder.receive() {
      failures = 0
      mixed.removeAll(keepingCapacity: true)
      try resampler.convert(frame, into: &mixed)
      place(at: frame.presentationTime)
    }
  }

  private func finish(_ decoder: inout AudioDecoder) {
    guard plan != nil else { return }
    decoder.drain()
    do throws(FFmpegError) {
      try receive(&decoder)
      mixed.removeAll(keepingCapacity: true)
      try resampler.convert(nil, into: &mixed)
      advance(mixed)
    } catch {
      tolerate(error)
    }
    conclude()
  }

  /// All that is wanted of the sound was made.
  private func conclude() {
    guard let plan else { return }
    stretched.removeAll(keepingCapacity: true)
    do throws(FFmpegError) { try speed.finish(into: &stretched) } catch { tolerate(error) }
    write(stretched, isLast: true)
    ring.markEnd(epoch: plan.epoch)
    land()
    prime()
    let hasSound = position > 0
    report(
      .audioEnded(
        epoch: plan.epoch,
        at: hasSound ? target + CMTime(value: position, timescale: Int32(ring.format.sampleRate)) : nil))
  }

  // MARK: Keeping the line unbroken

  /// Timestamps are rounded to the container's ticks, and decoders hold samples back: smaller steps than this are no gaps.
  private static let tolerance = 0.03

  /// Puts the samples of `mixed` where their time says: cut before the target, after silence where the track has a gap.
  private func place(at time: CMTime) {
    let sampleRate = Double(ring.format.sampleRate)
    let channels = ring.format.channelCount
    let offset = (time - target).seconds
    guard offset.isFinite, abs(offset) < 1e7 else { return advance(mixed) }
    // Before the first sample every one counts; later the line is only mended where it is really broken.
    let expected = Double(position) / sampleRate
    let isFirst = position == 0
    var gap = Int(((offset - expected) * sampleRate).rounded())
    if !isFirst && abs(offset - expected) < Self.tolerance { gap = 0 }
    if gap > 0 {
      silence(gap)
      advance(mixed)
    } else if gap < 0 {
      let cut = min(mixed.count, -gap * channels)
      mixed.removeFirst(cut)
      advance(mixed)
    } else {
      advance(mixed)
    }
  }

  private func silence(_ count: Int) {
    let channels = ring.format.channelCount
    var left = count
    let block = [Float](repeating: 0, count: 4096 * channels)
    while left > 0, isCurrent {
      let part = min(left, 4096)
      advance(part == 4096 ? block : Array(block.prefix(part * channels)))
      left -= part
    }
  }

  // MARK: Rate, and into the ring

  private func advance(_ samples: [Float]) {
    guard !samples.isEmpty, !isComplete, let plan else { return }
    let channels = ring.format.channelCount
    var samples =
      limit.map { Array(samples.prefix(Int(min($0 - position, Int64(samples.count))) * channels)) } ?? samples
    shaping.shape(&samples, at: target + CMTime(value: position, timescale: CMTimeScale(ring.format.sampleRate)))
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

  /// Passes to the rate and the algorithm that are wanted now.
  private func changeSpeed(before samples: [Float], epoch: Int) throws(FFmpegError) {
    let (wanted, algorithm) = (rate(), pitch())
    guard wanted != speed.rate || algorithm != speed.algorithm else { return }
    let isOtherRate = wanted != speed.rate
    if isOtherRate, let again = soundAgain(isLast: false) { return write(again) }
    try speed.change(to: wanted, algorithm, before: samples, into: &stretched)
    write(stretched)
    stretched.removeAll(keepingCapacity: true)
    guard isOtherRate else { return }
    let now = target.nanoseconds + Int64(Double(position) / Double(ring.format.sampleRate) * 1e9)
    ring.addAnchor(media: now, rate: wanted, epoch: epoch)
  }

  /// What waits in the ring, at the speed that is wanted by now; nil where it has that already, or cannot be made again. What the
  /// device needs next is left there.
  private func soundAgain(isLast: Bool) -> [Float]? {
    let (wanted, algorithm) = (rate(), pitch())
    guard wanted != speed.rate, let plan else { return nil }
    let (sampleRate, origin) = (Double(ring.format.sampleRate), target.nanoseconds)
    func frame(_ media: Int64) -> Int64 { Int64((Double(media - origin) / 1e9 * sampleRate).rounded()) }
    let back = ring.takeBack(leaving: Int(Self.lead * sampleRate), epoch: plan.epoch, copying: speed.fadeFrames) {
      (recent.start..<recent.end).contains(frame($0))
    }
    guard let back else { return nil }
    let first = frame(back.media)
    let history = recent.before(first, count: speed.historyFrames)
    speed.begin(rate: wanted, algorithm, after: history, fading: back.samples)
    ring.addAnchor(media: back.media, rate: wanted, epoch: plan.epoch)
    var made: [Float] = []
    do throws(FFmpegError) {
      try speed.process(recent.from(first), into: &made)
      if isLast { try speed.finish(into: &made) }
    } catch {
      tolerate(error)
    }
    return made
  }

  /// Seconds of the old speed that are still heard: more than any device takes at once and than making sound takes, and with the way
  /// through the device less than a tenth of a second.
  private static let lead = 0.05

  /// All that can be in the ring, and what the stretcher wants to know of the time before.
  private var recentFrames: Int {
    Int(Double(ring.capacity) * max(1, speed.rate)) + speed.historyFrames + ring.format.sampleRate / 2
  }

  private var isCurrent: Bool { !isClosed() && !queue.holdsNewerStart }

  /// Waits for room as long as the start is current; `isLast`: nothing follows. The callback opens no gate, so the wait is for the time the device needs.
  private func write(_ made: [Float], isLast: Bool = false) {
    guard let plan else { return }
    var samples = made
    let channels = ring.format.channelCount
    var done = 0
    while done < samples.count, isCurrent {
      if let again = soundAgain(isLast: isLast) { (samples, done) = (again, 0) }
      guard done < samples.count else { return }
      let written = samples.withUnsafeBufferPointer {
        ring.write(UnsafeBufferPointer(rebasing: $0[done...]), epoch: plan.epoch)
      }
      guard case .frames(let count) = written else { return }
      done += count * channels
      if count > 0 { land() }
      if Double(ring.fill) >= Double(ring.capacity) * 0.6 { prime() }
      guard done < samples.count else { return }
      prime()
      let wait = Double(ring.capacity) / 2 / Double(ring.format.sampleRate)
      gate.wait(until: clock.now + .seconds(wait))
    }
  }

  private func land() {
    guard let plan, landsAlone, !hasLanded else { return }
    hasLanded = true
    report(.landed(epoch: plan.epoch, time: target, isDrained: false))
  }

  private func prime() {
    guard let plan, !isPrimed else { return }
    isPrimed = true
    report(.audioPrimed(epoch: plan.epoch))
  }
}
