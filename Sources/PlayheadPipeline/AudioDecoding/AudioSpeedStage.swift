import CoreMedia
import PlayheadAudio
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia

/// Renders processed audio at the requested rate into the ring, and renders the content of the ring again when the rate
/// changes.
///
///     samples ─► AudioSpeed ─► AudioRingWriter ─► ring
///        └─► StretchHistory ─┘ another rate: what the device does not need next is taken back and rendered again
///
/// Belongs to the decoder thread.
final class AudioSpeedStage {
  /// The output, from which the device callback reads.
  private let ring: AudioRing
  /// Writes to the ring.
  private let writer: AudioRingWriter
  /// The requested rate of playback.
  private let rate: @Sendable () -> Double
  /// The requested algorithm for time stretching.
  private let pitch: @Sendable () -> PitchAlgorithm
  /// The time stretcher.
  private var speed: AudioSpeed
  /// The processed media before time stretching, for a change of the rate.
  private var recent: StretchHistory
  /// Output of the time stretcher, of one block. Reused to avoid allocations.
  private var stretched: [Float] = []
  /// The epoch of the current start.
  private var epoch = 0
  /// The media time of the first sample of the current start.
  private var target = CMTime.zero

  /// Creates a stage. `rate` and `pitch` are called for each block of samples and must not block.
  init(
    ring: AudioRing, writer: AudioRingWriter, rate: @escaping @Sendable () -> Double,
    pitch: @escaping @Sendable () -> PitchAlgorithm
  ) {
    self.ring = ring
    self.writer = writer
    self.rate = rate
    self.pitch = pitch
    speed = AudioSpeed(format: ring.format)
    recent = StretchHistory(channels: ring.format.channelCount)
  }

  /// Begins a start at the requested rate, with silence before its first sample.
  ///
  /// - Parameters:
  ///   - silence: Seconds of media between the end of the previous item's audio and the end of its video. The silence
  ///     lasts at most one minute, whatever the rate.
  ///   - fail: Called for each error.
  func begin(epoch: Int, target: CMTime, silence: () -> Double, fail: (FFmpegError) -> Void) {
    self.epoch = epoch
    self.target = target
    speed.begin(rate: rate(), pitch())
    recent.begin()
    let sampleRate = ring.format.sampleRate
    let frames = Int(saturating: (silence() / speed.rate * Double(sampleRate)).rounded())
    if frames > 0 {
      write([Float](repeating: 0, count: min(frames, 60 * sampleRate) * ring.format.channelCount), fail: fail)
    }
    ring.addAnchor(media: target.nanoseconds, rate: speed.rate, epoch: epoch)
  }

  /// Applies the requested rate and algorithm before the next samples.
  ///
  /// At another rate, the content of the ring that the device does not need immediately is rendered again, so that the
  /// change takes effect at once. Where that is impossible, the change applies to the samples that follow.
  ///
  /// - Parameter now: The media time of the next sample, in nanoseconds.
  func changeSpeed(before samples: [Float], at now: Int64, fail: (FFmpegError) -> Void) throws(FFmpegError) {
    stretched.removeAll(keepingCapacity: true)
    let (newRate, algorithm) = (rate(), pitch())
    guard newRate != speed.rate || algorithm != speed.algorithm else { return }
    let isOtherRate = newRate != speed.rate
    if isOtherRate, let rendered = renderRingAgain(isLast: false, fail: fail) { return write(rendered, fail: fail) }
    try speed.change(to: newRate, algorithm, before: samples, into: &stretched)
    write(stretched, fail: fail)
    stretched.removeAll(keepingCapacity: true)
    guard isOtherRate else { return }
    ring.addAnchor(media: now, rate: newRate, epoch: epoch)
  }

  /// Stretches continuous samples and writes them, after `changeSpeed`.
  func process(_ samples: [Float], fail: (FFmpegError) -> Void) throws(FFmpegError) {
    recent.add(samples, limit: recentFrames)
    try speed.process(samples, into: &stretched)
    write(stretched, fail: fail)
  }

  /// Writes the rest of the time stretcher after the last sample of the start.
  func finish(fail: (FFmpegError) -> Void) {
    stretched.removeAll(keepingCapacity: true)
    do throws(FFmpegError) { try speed.finish(into: &stretched) } catch { fail(error) }
    write(stretched, isLast: true, fail: fail)
  }

  /// Renders the content of the ring again if the rate has changed after all audio was rendered but before it was
  /// played. Returns whether it did.
  func changeSpeedAfterEnd(fail: (FFmpegError) -> Void) -> Bool {
    guard rate() != speed.rate, let rendered = renderRingAgain(isLast: true, fail: fail) else { return false }
    write(rendered, isLast: true, fail: fail)
    return true
  }

  /// Writes samples to the ring. `isLast`: no samples follow.
  private func write(_ samples: [Float], isLast: Bool = false, fail: (FFmpegError) -> Void) {
    writer.write(samples) { renderRingAgain(isLast: isLast, fail: fail) }
  }

  /// Renders the content of the ring again at the requested rate, except what the device needs next; nil if the rate is
  /// unchanged, or the content cannot be taken back.
  private func renderRingAgain(isLast: Bool, fail: (FFmpegError) -> Void) -> [Float]? {
    let (newRate, algorithm) = (rate(), pitch())
    guard newRate != speed.rate else { return nil }
    let (sampleRate, origin) = (Double(ring.format.sampleRate), target.nanoseconds)
    func frame(_ media: Int64) -> Int64 { Int64(saturating: (Double(media - origin) / 1e9 * sampleRate).rounded()) }
    let back = ring.revoke(
      leaving: Int(saturating: Self.lead * sampleRate), epoch: epoch, copying: speed.fadeFrames
    ) {
      (recent.start..<recent.end).contains(frame($0))
    }
    guard let back else { return nil }
    let first = frame(back.media)
    let history = recent.before(first, count: speed.historyFrames)
    speed.begin(rate: newRate, algorithm, after: history, fading: back.samples)
    ring.addAnchor(media: back.media, rate: newRate, epoch: epoch)
    var made: [Float] = []
    do throws(FFmpegError) {
      try speed.process(recent.from(first), into: &made)
      if isLast { try speed.finish(into: &made) }
    } catch {
      fail(error)
    }
    return made
  }

  /// Seconds still played at the old rate: more than any device takes at once and than rendering takes, and with the
  /// device's latency less than a tenth of a second.
  private static let lead = 0.05

  /// The maximum content of the ring and the history that the stretcher needs.
  private var recentFrames: Int {
    Int(saturating: Double(ring.capacity) * max(1, speed.rate)) + speed.historyFrames + ring.format.sampleRate / 2
  }
}
