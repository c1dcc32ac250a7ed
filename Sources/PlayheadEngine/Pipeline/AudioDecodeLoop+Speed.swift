import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg

/// Another rate or algorithm while sound is made, and for what was made already.
extension AudioDecodeLoop {
  /// Passes to the rate and the algorithm that are wanted now.
  func changeSpeed(before samples: [Float], epoch: Int) throws(FFmpegError) {
    let (wanted, algorithm) = (rate(), pitch())
    guard wanted != speed.rate || algorithm != speed.algorithm else { return }
    let isOtherRate = wanted != speed.rate
    if isOtherRate, let again = soundAgain(isLast: false) { return write(again) }
    try speed.change(to: wanted, algorithm, before: samples, into: &stretched)
    write(stretched)
    stretched.removeAll(keepingCapacity: true)
    guard isOtherRate else { return }
    let now = target.nanoseconds
      .addingSaturated(Int64(saturating: Double(position) / Double(ring.format.sampleRate) * 1e9))
    ring.addAnchor(media: now, rate: wanted, epoch: epoch)
  }

  /// What waits in the ring, at the speed that is wanted by now; nil where it has that already, or cannot be made again. What the
  /// device needs next is left there.
  func soundAgain(isLast: Bool) -> [Float]? {
    let (wanted, algorithm) = (rate(), pitch())
    guard wanted != speed.rate, let plan else { return nil }
    let (sampleRate, origin) = (Double(ring.format.sampleRate), target.nanoseconds)
    func frame(_ media: Int64) -> Int64 { Int64(saturating: (Double(media - origin) / 1e9 * sampleRate).rounded()) }
    let back = ring.takeBack(
      leaving: Int(saturating: Self.lead * sampleRate), epoch: plan.epoch, copying: speed.fadeFrames
    ) {
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

  /// All was made, and a new rate comes before it was heard. What follows in a queue waits for the end to be told again.
  func changeSpeedOfEnd() {
    guard let concluded, rate() != speed.rate else { return }
    // Behind a cut packets are only taken out of the queue.
    let former = plan
    plan = concluded
    defer { plan = former }
    guard let again = soundAgain(isLast: true) else { return }
    write(again, isLast: true)
    tellEnd(of: concluded)
  }

  /// Seconds of the old speed that are still heard: more than any device takes at once and than making sound takes, and with the way
  /// through the device less than a tenth of a second.
  private static let lead = 0.05

  /// All that can be in the ring, and what the stretcher wants to know of the time before.
  var recentFrames: Int {
    Int(saturating: Double(ring.capacity) * max(1, speed.rate)) + speed.historyFrames + ring.format.sampleRate / 2
  }
}
