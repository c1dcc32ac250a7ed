import CoreMedia
import PlayheadBasics

/// Writes to the ring after the previous item's audio, while capacity is free.
extension AudioDecodeLoop {
  /// Waits until the previous item's audio is complete. Returns false if this start is obsolete before that.
  func waitForPreviousItem(_ plan: PipelineStart) -> Bool {
    while isCurrent {
      switch ring.writeState(of: plan.epoch) {
      case .frames: return true
      case .stale: return false
      case .early: gate.wait(until: nil)
      }
    }
    return false
  }

  /// Inserts the silence between the end of the previous item's audio and the end of its video.
  ///
  /// The silence lasts at most one minute, whatever the rate.
  func leadIn() {
    let frames = Int(saturating: (silenceBefore() / speed.rate * Double(ring.format.sampleRate)).rounded())
    guard frames > 0 else { return }
    write([Float](repeating: 0, count: min(frames, 60 * ring.format.sampleRate) * ring.format.channelCount))
  }

  /// Whether the start in progress is the newest one and the decoder is not closed. Waits end when it becomes false.
  var isCurrent: Bool { !isClosed() && !queue.holdsNewerStart }

  /// Writes samples, and waits for capacity while the start is current. `isLast`: no samples follow. The device
  /// callback opens no gate, so the wait lasts as long as the device needs to play half of the ring.
  func write(_ made: [Float], isLast: Bool = false) {
    guard let plan else { return }
    var samples = made
    let channels = ring.format.channelCount
    var done = 0
    while done < samples.count, isCurrent {
      if let rendered = renderRingAgain(isLast: isLast) { (samples, done) = (rendered, 0) }
      guard done < samples.count else { return }
      let written = samples.withUnsafeBufferPointer {
        ring.write(UnsafeBufferPointer(rebasing: $0[done...]), epoch: plan.epoch)
      }
      guard case .frames(let count) = written else { return }
      done += count * channels
      if count > 0 { reportSeekResult() }
      if Double(ring.fill) >= Double(ring.capacity) * 0.6 { prime() }
      guard done < samples.count else { return }
      prime()
      let wait = Double(ring.capacity) / 2 / Double(ring.format.sampleRate)
      gate.wait(until: clock.now + .seconds(wait))
    }
  }

  /// Reports the seek result once per start, when the first sample is in the ring. Only for items without video.
  func reportSeekResult() {
    guard let plan, reportsSeekResult, !hasReportedSeek else { return }
    hasReportedSeek = true
    report(.targetReached(epoch: plan.epoch, time: target, isDrained: false))
  }

  /// Reports once per start that enough audio is ready for playback: the ring is filled to 60 percent, or no capacity
  /// or no audio remains.
  func prime() {
    guard let plan, !isPrimed else { return }
    isPrimed = true
    report(.audioPrimed(epoch: plan.epoch))
  }
}
