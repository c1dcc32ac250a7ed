import CoreMedia
import PlayheadBasics

/// Into the ring, when it is this track's turn and there is room.
extension AudioDecodeLoop {
  /// The sound of the item before comes first. False if this start is over before its turn.
  func waitForTurn(_ plan: PipelineStart) -> Bool {
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
  func leadIn() {
    let frames = Int(saturating: (silenceBefore() / speed.rate * Double(ring.format.sampleRate)).rounded())
    guard frames > 0 else { return }
    write([Float](repeating: 0, count: min(frames, 60 * ring.format.sampleRate) * ring.format.channelCount))
  }

  var isCurrent: Bool { !isClosed() && !queue.holdsNewerStart }

  /// Waits for room as long as the start is current; `isLast`: nothing follows. The callback opens no gate, so the wait is for the time the device needs.
  func write(_ made: [Float], isLast: Bool = false) {
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

  func land() {
    guard let plan, landsAlone, !hasLanded else { return }
    hasLanded = true
    report(.landed(epoch: plan.epoch, time: target, isDrained: false))
  }

  func prime() {
    guard let plan, !isPrimed else { return }
    isPrimed = true
    report(.audioPrimed(epoch: plan.epoch))
  }
}
