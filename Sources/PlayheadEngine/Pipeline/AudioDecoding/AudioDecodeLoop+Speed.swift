import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg

/// Changes of the rate or the algorithm, for audio to be rendered and for the content of the ring.
extension AudioDecodeLoop {
  /// Applies the requested rate and algorithm.
  ///
  /// At another rate, the content of the ring that the device does not need immediately is rendered again, so that the
  /// change takes effect at once. Where that is impossible, the change applies to the samples that follow.
  func changeSpeed(before samples: [Float], epoch: Int) throws(FFmpegError) {
    let (newRate, algorithm) = (rate(), pitch())
    guard newRate != speed.rate || algorithm != speed.algorithm else { return }
    let isOtherRate = newRate != speed.rate
    if isOtherRate, let rendered = renderRingAgain(isLast: false) { return write(rendered) }
    try speed.change(to: newRate, algorithm, before: samples, into: &stretched)
    write(stretched)
    stretched.removeAll(keepingCapacity: true)
    guard isOtherRate else { return }
    let now = target.nanoseconds
      .addingSaturated(Int64(saturating: Double(position) / Double(ring.format.sampleRate) * 1e9))
    ring.addAnchor(media: now, rate: newRate, epoch: epoch)
  }

  /// Renders the content of the ring again at the requested rate, except what the device needs next; nil if the rate is
  /// unchanged, or the content cannot be taken back.
  func renderRingAgain(isLast: Bool) -> [Float]? {
    let (newRate, algorithm) = (rate(), pitch())
    guard newRate != speed.rate, let plan else { return nil }
    let (sampleRate, origin) = (Double(ring.format.sampleRate), target.nanoseconds)
    func frame(_ media: Int64) -> Int64 { Int64(saturating: (Double(media - origin) / 1e9 * sampleRate).rounded()) }
    let back = ring.revoke(
      leaving: Int(saturating: Self.lead * sampleRate), epoch: plan.epoch, copying: speed.fadeFrames
    ) {
      (recent.start..<recent.end).contains(frame($0))
    }
    guard let back else { return nil }
    let first = frame(back.media)
    let history = recent.before(first, count: speed.historyFrames)
    speed.begin(rate: newRate, algorithm, after: history, fading: back.samples)
    ring.addAnchor(media: back.media, rate: newRate, epoch: plan.epoch)
    var made: [Float] = []
    do throws(FFmpegError) {
      try speed.process(recent.from(first), into: &made)
      if isLast { try speed.finish(into: &made) }
    } catch {
      tolerate(error)
    }
    return made
  }

  /// Renders the content of the ring again if the rate has changed after all audio was rendered but before it was
  /// played, and reports the end again, for which the next item in a queue waits.
  func changeSpeedAfterEnd() {
    guard let finishedStart, rate() != speed.rate else { return }
    // After a cut, packets are only taken out of the queue.
    let former = plan
    plan = finishedStart
    defer { plan = former }
    guard let rendered = renderRingAgain(isLast: true) else { return }
    write(rendered, isLast: true)
    reportEnd(of: finishedStart)
  }

  /// Seconds still played at the old rate: more than any device takes at once and than rendering takes, and with the
  /// device's latency less than a tenth of a second.
  private static let lead = 0.05

  /// The maximum content of the ring and the history that the stretcher needs.
  var recentFrames: Int {
    Int(saturating: Double(ring.capacity) * max(1, speed.rate)) + speed.historyFrames + ring.format.sampleRate / 2
  }
}
