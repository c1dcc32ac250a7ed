/// The decision what follows an attempt to process a source.
package struct AttemptPolicy: Equatable, Sendable {
  /// What happens after an attempt.
  package enum Decision: Equatable, Sendable {
    /// The result is stored.
    case store
    /// The source is processed again.
    case retry
    /// The run ends, and the source stays pending.
    case stop
  }

  /// The number of further attempts after a temporary failure.
  package var retries: Int

  /// Creates a policy.
  package init(retries: Int) { self.retries = retries }

  /// Decides after an attempt, counted from 1, with these failures.
  package func decision(_ problems: [ResultProblem], attempt: Int) -> Decision {
    // A full disk would fail every further source as well.
    if problems.contains(where: { $0.code == .diskFull || $0.code == .noWorker }) { return .stop }
    return attempt <= retries && problems.contains(where: \.isTemporary) ? .retry : .store
  }
}
