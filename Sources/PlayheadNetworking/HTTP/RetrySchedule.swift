import PlayheadBasics

/// Decides about each failure of one resource whether and when it is asked for again.
package struct RetrySchedule: Sendable {
  package enum Decision: Sendable, Equatable {
    /// Ask again after a pause; the answer must begin within the other time, or patience ends.
    case retry(after: Double, within: Double)
    case giveUp
  }

  private let policy: RetryPolicy
  /// Failures since the last progress.
  private var failures = 0
  private var hasWorked = false
  /// When enough bytes had last come, or, before they have, when the first was asked for.
  private var origin: Double
  /// Bytes since then.
  private var recent = 0

  package init(_ policy: RetryPolicy, now: Double) {
    self.policy = policy
    origin = now
  }

  /// Bytes came. As many as the low-speed limit asks for end whatever was wrong; fewer do not: a server that sends a few bytes and
  /// fails again and again would be asked for ever.
  package mutating func received(_ count: Int, now: Double) {
    recent = recent.addingSaturated(count)
    guard recent >= policy.limits.lowSpeed.bytes else { return }
    hasWorked = true
    failures = 0
    recent = 0
    origin = now
  }

  /// Somebody asks anew, for what was given up or after a pause of their own.
  package mutating func startOver(now: Double) {
    failures = 0
    recent = 0
    origin = now
  }

  /// A failure as it is told when it is given up: who was silent was so since the last byte, not only since the last question.
  package func told(_ failure: HTTPFailure, now: Double) -> HTTPFailure {
    guard case .timedOut(let phase, let seconds) = failure else { return failure }
    return .timedOut(phase, seconds: max(seconds, now - origin))
  }

  package mutating func failed(_ failure: HTTPFailure, now: Double) -> Decision {
    var wait = policy.pauses.isEmpty ? 0 : policy.pauses[min(failures, policy.pauses.count - 1)]
    failures += 1
    if failure.isSilence { recent = 0 }
    guard isPassing(failure) else { return .giveUp }
    // RFC 9110 §10.2.3: the server knows best when it will be back, unless that is later than anybody waits here.
    if case .status(_, let retryAfter?) = failure { wait = max(wait, Double(max(0, retryAfter))) }
    let left = (hasWorked ? policy.patience : policy.openingPatience) - (now + wait - origin)
    guard left > 0, hasWorked || failures < policy.openingAttempts else { return .giveUp }
    return .retry(after: wait, within: left)
  }

  private func isPassing(_ failure: HTTPFailure) -> Bool {
    switch failure {
    case .status(let status, _):
      // A file that was there a moment ago is missing for as long as it takes to replace it.
      policy.passingStatuses.contains(status) || (status == 404 && hasWorked && failures <= 2)
    case .refused, .unreachable, .timedOut, .tooSlow, .cutOff, .lost, .other: true
    // A name that was found before is lost with the network and comes back with it.
    case .hostNotFound, .proxy(_, .notFound): hasWorked
    case .proxy(_, .status(let status, _)): policy.passingStatuses.contains(status)
    case .proxy(_, .credentials): false
    case .proxy: true
    case .cancelled, .openingTooSlow, .notSecure, .badRedirect, .refusedReference, .tooLarge, .badAnswer, .noLibrary:
      false
    }
  }
}

extension HTTPFailure {
  /// Whether a server stayed silent, or nearly so.
  fileprivate var isSilence: Bool {
    switch self {
    case .timedOut, .tooSlow: true
    default: false
    }
  }
}
