import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadNetworking

/// Decides how long a read that fails because of the network is retried: while decoders have media left, playback is
/// not affected; after that until the item's network timeout.
///
///     worked ──► failed, media left: again ──► failed, none left: again, until the timeout ──► reported
///
/// Belongs to the reader thread. `now` is network time, in seconds.
struct ReadRetryPolicy {
  /// Seconds without media after which the failure is reported. A single read takes up to 4.5 s to fail.
  let limit: Double
  /// The pause before a retry, in addition to those within a read: longer after each failure, and short enough that
  /// playback resumes within two seconds.
  var pause: HostDuration { Self.pauses[max(0, min(failures, Self.pauses.count) - 1)] }
  /// The pauses after the first failure, the second, and so on; the last one repeats.
  private static let pauses: [HostDuration] = [
    .milliseconds(500), .milliseconds(500), .milliseconds(1000), .milliseconds(1500),
  ]
  /// In seconds. With less media queued, playback is considered out of media.
  static let minimumSeconds = 1.0

  /// The network time of the first failed read without media left.
  private var emptySince: Double?
  /// The number of consecutive failures.
  private var failures = 0
  /// Bytes of the packets since the last failure.
  private var bytes = 0
  /// The latest time read of each track, and the same when a read last failed.
  private var reached: [Int: CMTime] = [:]
  /// The latest time read of each track when a read last failed: packets up to there are no progress.
  private var ends: [Int: CMTime] = [:]
  /// The bytes queued for each track at the last failure, and its network time; nil after progress.
  private var lastFailure: (queued: [Int], at: Double)?

  /// Creates a policy. `limit`: seconds without media after which the failure is reported.
  init(limit: Double) { self.limit = limit }

  /// Records a packet. A network that delivers less between two failures than its low-speed limit has not recovered,
  /// and a segment that is read again from its beginning makes no progress before the position of the failure.
  mutating func noteProgress(bytes count: Int, track: Int, time: CMTime) {
    if time.isNumeric {
      if let end = ends[track], time <= end { return }
      reached[track] = max(reached[track] ?? time, time)
    }
    bytes = bytes.addingSaturated(count)
    guard bytes >= LowSpeedLimit.standard.bytes else { return }
    failures = 0
    emptySince = nil
    lastFailure = nil
    ends = [:]
  }

  /// Records that reading continues at another position, where every packet is progress.
  mutating func noteSeek() {
    reached = [:]
    ends = [:]
  }

  /// Records a failed read. Returns whether to retry. If no decoder has taken packets since the last try, the queued
  /// media is too little to play; media of less than a second ends before the next try does.
  ///
  /// - Parameters:
  ///   - queued: Bytes queued for each track.
  ///   - seconds: The shortest duration queued for any track.
  mutating func shouldRetry(_ error: MediaError, queued: [Int], seconds: Double, now: Double) -> Bool {
    guard error.isTransient else { return false }
    failures += 1
    bytes = 0
    ends = reached
    let isOutOfMedia = seconds < Self.minimumSeconds || queued == lastFailure?.queued
    lastFailure = (queued, now)
    guard isOutOfMedia else {
      emptySince = nil
      return true
    }
    let since = emptySince ?? now
    emptySince = since
    return now - since < limit
  }

  /// Records the end of a pause after a failure. If no decoder took packets during it, playback had stopped before.
  mutating func notePause(queued: [Int]) {
    guard let lastFailure, lastFailure.queued == queued else { return }
    emptySince = emptySince ?? lastFailure.at
  }
}

extension MediaError {
  /// Whether no alternative is worth a try: another variant would fail with its first bytes.
  package var isFinal: Bool {
    switch kind {
    case .cancelled, .openingTooSlow, .keyUnavailable: true
    default: false
    }
  }

  /// Whether the failure may be temporary.
  package var isTransient: Bool {
    switch kind {
    case .timedOut, .tooSlow, .connectionRefused, .unreachable, .hostNotFound, .connectionLost, .networkFailed: true
    case .proxy(_, .credentials): false
    case .proxy(_, .status(let status, _)): RetryPolicy.defaultTransientStatuses.contains(status)
    case .proxy: true
    case .http(let status): RetryPolicy.defaultTransientStatuses.contains(status)
    default: false
    }
  }
}
