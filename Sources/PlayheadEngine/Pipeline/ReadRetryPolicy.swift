import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// How long a read that the network fails is tried again. As long as decoders have media left nobody misses what does
/// not come; after that it is retried for the item's network timeout.
///
///     worked ──► failed, media left: again ──► failed, none left: again, until the timeout ──► reported
struct ReadRetryPolicy {
  /// Seconds without media after which the failure is reported. A read by itself takes up to 4.5 s to fail.
  let limit: Double
  /// Between two tries, beside the pauses that a read itself makes: longer after each failure, and short enough that
  /// playing goes on within two seconds.
  var pause: HostDuration { Self.pauses[max(0, min(failures, Self.pauses.count) - 1)] }
  private static let pauses: [HostDuration] = [
    .milliseconds(500), .milliseconds(500), .milliseconds(1000), .milliseconds(1500),
  ]
  /// Seconds of media.
  static let least = 1.0

  /// When a read failed while nothing was left, in seconds of the network's time.
  private var dryAt: Double?
  /// Failures in a row.
  private var failures = 0
  /// Bytes of the packets since the last one.
  private var bytes = 0
  /// The latest time that was read of each track, and what it was when a read last failed.
  private var reached: [Int: CMTime] = [:]
  private var ends: [Int: CMTime] = [:]
  private var lastFailure: (queued: [Int], at: Double)?

  init(limit: Double) { self.limit = limit }

  /// A packet was read. A network that brings less between two failures than its low-speed limit asks for has not recovered, and a
  /// segment that is read again from its beginning brings nothing new before the place where it broke off.
  mutating func worked(bytes count: Int, track: Int, time: CMTime) {
    if time.isNumeric {
      if let end = ends[track], time <= end { return }
      reached[track] = max(reached[track] ?? time, time)
    }
    bytes = bytes.addingSaturated(count)
    guard bytes >= LowSpeedLimit.usual.bytes else { return }
    failures = 0
    dryAt = nil
    lastFailure = nil
    ends = [:]
  }

  /// Reading begins elsewhere: what was read there before is new again.
  mutating func moved() {
    reached = [:]
    ends = [:]
  }

  /// A read has failed. Whether to try it again. What nobody takes any more since the last try is too little to play on with, and what
  /// lasts for less than a second is over before the next try is.
  ///
  /// - Parameters:
  ///   - queued: Bytes at hand of each track.
  ///   - seconds: How long the least of them lasts.
  mutating func failed(_ error: MediaError, queued: [Int], seconds: Double, now: Double) -> Bool {
    guard error.isPassing else { return false }
    failures += 1
    bytes = 0
    ends = reached
    let isDry = seconds < Self.least || queued == lastFailure?.queued
    lastFailure = (queued, now)
    guard isDry else {
      dryAt = nil
      return true
    }
    let since = dryAt ?? now
    dryAt = since
    return now - since < limit
  }

  /// The pause after a failure is over. What nobody has taken during it was too little then already.
  mutating func paused(queued: [Int]) {
    guard let lastFailure, lastFailure.queued == queued else { return }
    dryAt = dryAt ?? lastFailure.at
  }
}

extension MediaError {
  /// Whether nothing else is worth a try: another variant would be given up with its first bytes.
  var isFinal: Bool {
    switch kind {
    case .cancelled, .openingTooSlow: true
    default: false
    }
  }

  /// Whether it may be over in a moment.
  var isPassing: Bool {
    switch kind {
    case .timedOut, .tooSlow, .connectionRefused, .unreachable, .hostNotFound, .connectionLost, .networkFailed: true
    case .proxy(_, .credentials): false
    case .proxy(_, .status(let status, _)): RetryPolicy.usuallyPassing.contains(status)
    case .proxy: true
    case .http(let status): RetryPolicy.usuallyPassing.contains(status)
    default: false
    }
  }
}
