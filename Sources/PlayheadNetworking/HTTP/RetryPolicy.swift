/// The retry policy for a kind of resource: which failures, how often and when.
///
/// Two requirements determine the values: after a fault has ended playback resumes within two seconds, so the delay
/// between two attempts is at most 1.5 s; and a resource that never worked fails within ten seconds. A network lost
/// during playback may return after half a minute: players wait longer (`waiting(for:)`).
package struct RetryPolicy: Sendable, Equatable {
  /// The time limits of each attempt.
  package var limits: HTTPLimits
  /// The number of attempts before the first byte of a resource is received, including the first: failures at the
  /// beginning are reported soon.
  package var openingAttempts: Int
  /// Seconds without a byte after which a resource that has worked before fails.
  package var timeout: Double
  /// The same limit before the first byte.
  package var openingTimeout: Double
  /// The delays before the second, third… attempt; the last one repeats.
  package var pauses: [Double]
  /// Seconds for all attempts together; nil for no limit as long as each makes progress.
  package var total: Double?
  /// The HTTP statuses of transient failures.
  package var transientStatuses: Set<Int>

  /// Creates a policy; `openingTimeout` is the same as `timeout` at first.
  package init(
    limits: HTTPLimits, openingAttempts: Int, timeout: Double, pauses: [Double], total: Double? = nil,
    transientStatuses: Set<Int> = RetryPolicy.defaultTransientStatuses
  ) {
    self.limits = limits
    self.openingAttempts = openingAttempts
    self.timeout = timeout
    openingTimeout = timeout
    self.pauses = pauses
    self.total = total
    self.transientStatuses = transientStatuses
  }

  /// The policy with all times multiplied by a factor.
  package func scaled(by factor: Double) -> RetryPolicy {
    var policy = self
    policy.limits.connect *= factor
    policy.limits.firstByte *= factor
    policy.limits.idle *= factor
    policy.limits.whole = limits.whole.map { $0 * factor }
    policy.limits.lowSpeed = limits.lowSpeed.scaled(by: factor)
    policy.limits.opening = limits.opening.scaled(by: factor)
    policy.total = total.map { $0 * factor }
    policy.timeout *= factor
    policy.openingTimeout *= factor
    policy.pauses = pauses.map { $0 * factor }
    return policy
  }

  /// The policy for a player that waits the given time for a lost network; nil changes nothing.
  package func waiting(for seconds: Double?) -> RetryPolicy {
    var policy = self
    if let seconds { policy.timeout = max(0, seconds) }
    return policy
  }

  /// RFC 9110 §15.5.9, §15.6: time-out, server and gateway errors; RFC 6585 §4: too many requests; RFC 8470 §5.2: too
  /// early.
  package static let defaultTransientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// For files that are played while they are fetched.
  package static let progressive = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4), openingAttempts: 3, timeout: 9.5,
    pauses: [0, 0.25, 0.5, 1, 1.5])
  /// For segments of a stream: read while they arrive, and resumed where they broke off. Fails after half of the time
  /// within which faults are reported: another variant may have the segment, and a waiting reader requests it again.
  package static let segment = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4), openingAttempts: 4, timeout: 4.5,
    pauses: [0.1, 0.5, 1, 1.5])
  /// For playlists that the server holds back until there is an update: half a target duration later than usual.
  package static func held(for target: Double) -> RetryPolicy {
    var policy = document
    policy.limits.firstByte = max(4, 1.5 * target + 2)
    policy.limits.whole = policy.limits.firstByte + 4
    return policy
  }

  /// For resources with an older cached copy: a slow server is not waited for.
  package static let renewal = RetryPolicy(
    limits: HTTPLimits(connect: 2, firstByte: 2, idle: 2, whole: 4), openingAttempts: 1, timeout: 2, pauses: [0.1],
    total: 8)

  /// For optional resources: playback can begin without them, though it waits for those needed at the beginning.
  package static let optionalResource = RetryPolicy(
    limits: HTTPLimits(connect: 2, firstByte: 2, idle: 2, whole: 4), openingAttempts: 2, timeout: 4, pauses: [0.1],
    total: 8)

  /// For playlists, keys and small files: complete or not at all, within a minute (hls.js: 20 s for a playlist, with
  /// three attempts).
  package static let document = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4, whole: 8), openingAttempts: 3, timeout: 9.5,
    pauses: [0.1, 0.5, 1, 1.5], total: 60)
}
