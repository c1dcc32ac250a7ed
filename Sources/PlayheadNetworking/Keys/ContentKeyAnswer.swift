/// The answer to one query for a content key, which the program gives at any time on any thread.
///
///     pending ──► provided ──► provided again (renewed)
///        └──────► failed
package final class ContentKeyAnswer: Sendable {
  /// The key that was asked for.
  package let query: ContentKeyQuery
  /// The key or the program's error; nil while pending. Readers wait for it.
  private let monitor = Monitor<Result<ContentKey, DelegateFailure>?>(nil)

  /// Creates a pending answer.
  package init(_ query: ContentKeyQuery) { self.query = query }

  /// The key or the program's error; nil while pending.
  package var result: Result<ContentKey, DelegateFailure>? { monitor.withLock { $0 } }

  /// Provides the key, or replaces it by a renewed one. Has no effect after a failure.
  package func provide(_ key: ContentKey) {
    monitor.change { state in
      if case .failure? = state { return }
      state = .success(key)
    }
  }

  /// Fails the query with the program's error. Has no effect on an answered query.
  package func fail(_ cause: (any Error)?) {
    monitor.change { state in
      if state == nil { state = .failure(DelegateFailure(cause)) }
    }
  }

  /// Waits until there is an answer, `isInterrupted` returns true, or the time is over. Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - seconds: The maximum wait in seconds of the network's time.
  ///   - isInterrupted: Called under the answer's lock, now and after each `wake`.
  /// - Returns: nil if the wait ended without an answer.
  func wait(atMost seconds: Double, isInterrupted: () -> Bool) -> Result<ContentKey, DelegateFailure>? {
    let answer = monitor.wait(atMost: seconds) { state -> Result<ContentKey, DelegateFailure>?? in
      if isInterrupted() { return .some(nil) }
      return state.map { .some($0) }
    }
    return answer ?? nil
  }

  /// Makes waiting threads look at their interruption.
  func wake() { monitor.change { _ in } }
}
