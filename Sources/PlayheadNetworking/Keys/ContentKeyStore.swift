import Synchronization

/// The content keys of one session: obtained ones, and queries that the program has not answered yet. Any thread.
package final class ContentKeyStore: Sendable {
  /// The queries and the system that answers them.
  private struct State {
    /// The answers by key, without those that failed.
    var answers: [ContentKeyQuery.Identifier: ContentKeyAnswer] = [:]
    /// Whether the session has expired: queries fail.
    var isExpired = false
  }

  /// The system whose queries the session answers.
  private let system: ContentKeyQuery.System
  private let state = Mutex(State())
  /// Passes a new query to the program. Called on the asking thread; returns at once.
  private let onQuery: @Sendable (ContentKeyAnswer) -> Void
  /// Reports that a query has not been answered in time. The program may ask to wait on; otherwise it fails the answer.
  private let onTimeout: @Sendable (ContentKeyAnswer) -> Void

  /// The limit of keys in a session, far beyond a presentation with one key for each period and track: the oldest
  /// entries are not known then, so all are dropped and requested again.
  private static let answerLimit = 10_000

  /// Creates a store without keys.
  package init(
    _ system: ContentKeyQuery.System, onQuery: @escaping @Sendable (ContentKeyAnswer) -> Void,
    onTimeout: @escaping @Sendable (ContentKeyAnswer) -> Void
  ) {
    self.system = system
    self.onQuery = onQuery
    self.onTimeout = onTimeout
  }

  /// Whether queries of a system are passed to the program.
  func answers(_ system: ContentKeyQuery.System) -> Bool {
    system == self.system && state.withLock { !$0.isExpired }
  }

  /// The answer to a query, pending at first. The program is asked once for each key, and again after a failure.
  func answer(to query: ContentKeyQuery) -> ContentKeyAnswer {
    let (answer, isNew) = state.withLock { state -> (ContentKeyAnswer, Bool) in
      if let known = state.answers[query.identifier] {
        if case .failure? = known.result {} else { return (known, false) }
      }
      if state.answers.count >= Self.answerLimit { state.answers = [:] }
      let made = ContentKeyAnswer(query)
      state.answers[query.identifier] = made
      return (made, true)
    }
    if isNew { onQuery(answer) }
    return answer
  }

  /// Adds a query that the program made itself, before media asks for the same key.
  ///
  /// - Returns: false if the key is known or was asked for already.
  package func add(_ answer: ContentKeyAnswer) -> Bool {
    state.withLock { state in
      if let known = state.answers[answer.query.identifier] {
        if case .failure? = known.result {} else { return false }
      }
      state.answers[answer.query.identifier] = answer
      return true
    }
  }

  /// Reports a query that has not been answered in time.
  func timedOut(_ answer: ContentKeyAnswer) { onTimeout(answer) }

  /// Ends the session: forgets all keys, and fails pending queries with an error.
  package func expire(_ error: any Error) {
    let answers = state.withLock { state in
      state.isExpired = true
      defer { state.answers = [:] }
      return Array(state.answers.values)
    }
    for answer in answers { answer.fail(error) }
  }
}
