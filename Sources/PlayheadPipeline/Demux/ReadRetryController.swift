import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadNetworking

/// Carries out the retries of a read that fails because of the network: asks the policy, and waits before the next try.
///
/// Belongs to the reader thread.
struct ReadRetryController {
  /// The decision whether a failed read is retried.
  private var policy: ReadRetryPolicy
  /// The clock of the engine, on which pauses are measured unless it is a manual one.
  private let clock: any EngineClock
  /// The gate of the reader thread, which messages open.
  private let gate: any Gate

  /// Creates a controller. `limit`: seconds without media after which the failure is reported.
  init(limit: Double, clock: any EngineClock, gate: any Gate) {
    policy = ReadRetryPolicy(limit: limit)
    self.clock = clock
    self.gate = gate
  }

  /// Records a packet that was read: `track` is the index of its track, `time` its decode time.
  mutating func noteProgress(bytes: Int, track: Int, time: CMTime) {
    policy.noteProgress(bytes: bytes, track: track, time: time)
  }

  /// Records that reading continues at another position, where every packet is progress.
  mutating func noteSeek() { policy.noteSeek() }

  /// Records a failed read. Returns whether to retry after `backOff`.
  ///
  /// - Parameters:
  ///   - queued: Bytes queued for each track.
  ///   - seconds: The shortest duration queued for any track.
  mutating func shouldRetry(_ error: MediaError, queued: [Int], seconds: Double) -> Bool {
    policy.shouldRetry(error, queued: queued, seconds: seconds, now: NetworkTime.now)
  }

  /// Waits before a failed read is retried. Completed loads open the gate, and do not shorten the pause. A manual clock
  /// does not measure network time: there the pause is measured in network time, or retries would follow each other
  /// without a pause.
  ///
  /// - Parameter isOver: Ends the pause early when it returns true.
  func backOff(until isOver: () -> Bool) {
    let began = NetworkTime.now
    let end = clock.now + policy.pause
    repeat { gate.wait(until: end) } while !clock.waitsForNetwork && clock.now < end && !isOver()
    guard clock.waitsForNetwork else { return }
    while NetworkTime.now < began + policy.pause.seconds, !isOver() { usleep(Self.lookInterval) }
  }
  /// Microseconds.
  private static let lookInterval: UInt32 = 5000

  /// Records the end of a pause after a failure, with the bytes queued for each track.
  mutating func notePause(queued: [Int]) { policy.notePause(queued: queued) }
}
