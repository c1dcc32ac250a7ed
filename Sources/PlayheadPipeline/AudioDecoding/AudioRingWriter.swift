import CoreMedia
import PlayheadAudio
import PlayheadBasics
import PlayheadClock

/// Writes the audio of a start to the ring, after the previous item's audio, while capacity is free; and reports the
/// progress of the start.
///
/// Belongs to the decoder thread. The device callback reads the ring.
final class AudioRingWriter {
  /// The output, from which the device callback reads.
  private let ring: AudioRing
  /// The packets and starts from the demux loop, where a newer start ends waits.
  private let queue: PacketQueue
  /// The gate at which the thread waits for capacity in the ring.
  private let gate: any Gate
  /// The clock for the deadlines of waits.
  private let clock: any EngineClock
  /// Whether the thread must end.
  private let isClosed: @Sendable () -> Bool
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void
  /// Whether audio reports the seek result: the item has no video.
  private let reportsSeekResult: Bool
  /// The epoch of the current start.
  private var epoch = 0
  /// The media time of the first sample of the current start.
  private var target = CMTime.zero
  /// Whether the start has reported that enough audio is ready.
  private var isPrimed = false
  /// Whether the start has reported its seek result.
  private var hasReportedSeek = false

  /// Creates a writer. `begin` comes before any other call.
  init(
    ring: AudioRing, queue: PacketQueue, gate: any Gate, clock: any EngineClock, reportsSeekResult: Bool,
    isClosed: @escaping @Sendable () -> Bool, report: @escaping @Sendable (PipelineReport) -> Void
  ) {
    self.ring = ring
    self.queue = queue
    self.gate = gate
    self.clock = clock
    self.reportsSeekResult = reportsSeekResult
    self.isClosed = isClosed
    self.report = report
  }

  /// Begins a start: nothing was reported of it.
  func begin(epoch: Int, target: CMTime) {
    self.epoch = epoch
    self.target = target
    isPrimed = false
    hasReportedSeek = false
  }

  /// Waits until the previous item's audio is complete. Returns false if this start is obsolete before that.
  func waitForPreviousItem() -> Bool {
    while isCurrent {
      switch ring.writeState(of: epoch) {
      case .frames: return true
      case .stale: return false
      case .early: gate.wait(until: nil)
      }
    }
    return false
  }

  /// Whether the start in progress is the newest one and the decoder is not closed. Waits end when it becomes false.
  var isCurrent: Bool { !isClosed() && !queue.holdsNewerStart }

  /// Writes samples, and waits for capacity while the start is current. The device callback opens no gate, so the wait
  /// lasts as long as the device needs to play half of the ring.
  ///
  /// - Parameter rerender: Called before each try. Returns the samples that replace those not yet written, after the
  ///   content of the ring was taken back for another rate; nil if nothing has changed.
  func write(_ made: [Float], rerender: () -> [Float]?) {
    var samples = made
    let channels = ring.format.channelCount
    var done = 0
    while done < samples.count, isCurrent {
      if let rendered = rerender() { (samples, done) = (rendered, 0) }
      guard done < samples.count else { return }
      let written = samples.withUnsafeBufferPointer {
        ring.write(UnsafeBufferPointer(rebasing: $0[done...]), epoch: epoch)
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
    guard reportsSeekResult, !hasReportedSeek else { return }
    hasReportedSeek = true
    report(.targetReached(epoch: epoch, time: target, isDrained: false))
  }

  /// Reports once per start that enough audio is ready for playback: the ring is filled to 60 percent, or no capacity
  /// or no audio remains.
  func prime() {
    guard !isPrimed else { return }
    isPrimed = true
    report(.audioPrimed(epoch: epoch))
  }

  /// Marks the end in the ring and reports it. `time`: exact to the sample; nil if no sample was rendered.
  func end(at time: CMTime?) {
    ring.markEnd(epoch: epoch)
    report(.audioEnded(epoch: epoch, at: time))
  }
}
