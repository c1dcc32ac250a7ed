import PlayheadBasics

/// Decides after each failure of a resource whether and when it is requested again.
package struct RetrySchedule: Sendable {
  /// The reaction to a failure.
  package enum Decision: Sendable, Equatable {
    /// Retry after a delay; the response must begin within the other time.
    case retry(after: Double, within: Double)
    /// Fail, with the failure of the last attempt.
    case giveUp
  }

  /// The limits and delays.
  private let policy: RetryPolicy
  /// The number of failures since the last progress.
  private var failures = 0
  /// Whether enough bytes for progress were received: then the longer time limit applies.
  private var hasReceivedData = false
  /// The time of the last sufficient progress or, before that, of the first request.
  private var origin: Double
  /// The bytes received since then.
  private var recent = 0

  /// Creates a schedule without failures.
  ///
  /// - Parameter now: Seconds of `NetworkTime`, as in all methods.
  package init(_ policy: RetryPolicy, now: Double) {
    self.policy = policy
    origin = now
  }

  /// Counts received bytes. Only as many as the low-speed limit requires reset the failures: otherwise a server that
  /// sends a few bytes and fails again would be retried forever.
  package mutating func received(_ count: Int, now: Double) {
    recent = recent.addingSaturated(count)
    guard recent >= policy.limits.lowSpeed.bytes else { return }
    hasReceivedData = true
    failures = 0
    recent = 0
    origin = now
  }

  /// Resets the schedule for a new request after a failure or a pause by the client.
  package mutating func startOver(now: Double) {
    failures = 0
    recent = 0
    origin = now
  }

  /// The failure to report: a timeout counts from the last byte, not only from the last request.
  package func reported(_ failure: HTTPFailure, now: Double) -> HTTPFailure {
    guard case .timedOut(let phase, let seconds) = failure else { return failure }
    return .timedOut(phase, seconds: max(seconds, now - origin))
  }

  /// Records a failure and returns the reaction.
  package mutating func failed(_ failure: HTTPFailure, now: Double) -> Decision {
    var wait = policy.pauses.isEmpty ? 0 : policy.pauses[min(failures, policy.pauses.count - 1)]
    failures += 1
    if failure.isTimeout { recent = 0 }
    guard isTransient(failure) else { return .giveUp }
    // RFC 9110 §10.2.3: the server knows best when it will be available, unless that exceeds the limits here.
    if case .status(_, let retryAfter?) = failure { wait = max(wait, Double(max(0, retryAfter))) }
    let left = (hasReceivedData ? policy.timeout : policy.openingTimeout) - (now + wait - origin)
    guard left > 0, hasReceivedData || failures < policy.openingAttempts else { return .giveUp }
    return .retry(after: wait, within: left)
  }

  /// Whether a failure may pass by itself.
  private func isTransient(_ failure: HTTPFailure) -> Bool {
    switch failure {
    case .status(let status, _):
      // A file that was available before is briefly missing while it is replaced.
      policy.transientStatuses.contains(status) || (status == 404 && hasReceivedData && failures <= 2)
    case .refused, .unreachable, .timedOut, .tooSlow, .cutOff, .lost, .other: true
    // A name that was resolved before fails with the network and recovers with it.
    case .hostNotFound, .proxy(_, .notFound): hasReceivedData
    case .proxy(_, .status(let status, _)): policy.transientStatuses.contains(status)
    case .proxy(_, .credentials): false
    case .proxy: true
    case .cancelled, .openingTooSlow, .notSecure, .badRedirect, .refusedReference, .tooLarge, .badResponse, .noLibrary:
      false
    }
  }
}

extension HTTPFailure {
  /// Whether the server sent nothing, or nearly nothing.
  fileprivate var isTimeout: Bool {
    switch self {
    case .timedOut, .tooSlow: true
    default: false
    }
  }
}
