/// What is tried again, how often and when. One value for each kind of resource.
///
/// Two limits from the outside shape the figures: after a fault has ended playing resumes within two seconds, so no
/// pause between two tries is longer than 1.5 s; and what never worked fails within ten seconds. A network that is lost
/// while something plays may be back after half a minute: players wait longer (`waiting(for:)`).
package struct RetryPolicy: Sendable, Equatable {
  package var limits: HTTPLimits
  /// Tries before the first byte of a resource was received, the first one counted: what never worked is told soon.
  package var openingAttempts: Int
  /// Seconds without a byte after which a resource that has worked is given up.
  package var patience: Double
  /// The same before the first byte.
  package var openingPatience: Double
  /// The pauses before the second, third… try; the last one repeats.
  package var pauses: [Double]
  /// Seconds for all tries together; nil: as long as each brings enough.
  package var total: Double?
  /// Statuses that pass by themselves.
  package var passingStatuses: Set<Int>

  package init(
    limits: HTTPLimits, openingAttempts: Int, patience: Double, pauses: [Double], total: Double? = nil,
    passingStatuses: Set<Int> = RetryPolicy.usuallyPassing
  ) {
    self.limits = limits
    self.openingAttempts = openingAttempts
    self.patience = patience
    openingPatience = patience
    self.pauses = pauses
    self.total = total
    self.passingStatuses = passingStatuses
  }

  /// All its times multiplied: what waits for ten seconds waits for one with a factor of a tenth.
  package func scaled(by factor: Double) -> RetryPolicy {
    var policy = self
    policy.limits.connect *= factor
    policy.limits.firstByte *= factor
    policy.limits.idle *= factor
    policy.limits.whole = limits.whole.map { $0 * factor }
    policy.limits.lowSpeed = limits.lowSpeed.scaled(by: factor)
    policy.limits.opening = limits.opening.scaled(by: factor)
    policy.total = total.map { $0 * factor }
    policy.patience *= factor
    policy.openingPatience *= factor
    policy.pauses = pauses.map { $0 * factor }
    return policy
  }

  /// The same for a player that waits so long for a network that is lost; nil changes nothing.
  package func waiting(for seconds: Double?) -> RetryPolicy {
    var policy = self
    if let seconds { policy.patience = max(0, seconds) }
    return policy
  }

  /// RFC 9110 §15.5.9, §15.6: time-out, server and gateway errors; RFC 6585 §4: too many requests; RFC 8470 §5.2: too
  /// early.
  package static let usuallyPassing: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// A file that is played while it is fetched.
  package static let progressive = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4), openingAttempts: 3, patience: 9.5,
    pauses: [0, 0.25, 0.5, 1, 1.5])
  /// A segment of a stream: read while it comes, and tried again from where it broke off. Given up after half of the time within
  /// which a fault is told: another variant may have it, and who waits for it asks anew.
  package static let segment = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4), openingAttempts: 4, patience: 4.5,
    pauses: [0.1, 0.5, 1, 1.5])
  /// A playlist that its server gives when it has something new: half a target duration later than that is usual.
  package static func held(for target: Double) -> RetryPolicy {
    var policy = document
    policy.limits.firstByte = max(4, 1.5 * target + 2)
    policy.limits.whole = policy.limits.firstByte + 4
    return policy
  }

  /// Something of which an older copy is at hand: who does not answer soon is not waited for.
  package static let renewal = RetryPolicy(
    limits: HTTPLimits(connect: 2, firstByte: 2, idle: 2, whole: 4), openingAttempts: 1, patience: 2, pauses: [0.1],
    total: 8)

  /// Something that playing can begin without, and that is waited for where it belongs to the beginning.
  package static let besides = RetryPolicy(
    limits: HTTPLimits(connect: 2, firstByte: 2, idle: 2, whole: 4), openingAttempts: 2, patience: 4, pauses: [0.1],
    total: 8)

  /// A playlist, a key, a small file: all of it or nothing, within a minute (hls.js: 20 s for a playlist, tried three times).
  package static let document = RetryPolicy(
    limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4, whole: 8), openingAttempts: 3, patience: 9.5,
    pauses: [0.1, 0.5, 1, 1.5], total: 60)
}
