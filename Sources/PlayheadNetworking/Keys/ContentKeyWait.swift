import Synchronization

/// One reader's wait for a content key.
package final class ContentKeyWait: InterruptibleWait {
  /// Seconds until an unanswered query is reported: a key server may be asked several times before.
  package static let usualLimit = 60.0

  /// The answer, shared by all readers that need the key.
  private let answer: ContentKeyAnswer
  /// The session, held during the wait.
  private let store: ContentKeyStore
  /// Seconds until the session is notified of the missing answer.
  private let limit: Double
  /// Set by `interrupt` on any thread.
  private let isInterrupted = Atomic<Bool>(false)

  /// Creates a wait for an answer.
  init(_ answer: ContentKeyAnswer, _ store: ContentKeyStore, limit: Double) {
    self.answer = answer
    self.store = store
    self.limit = limit
  }

  /// Waits for the key. Blocks the calling thread.
  ///
  /// - Returns: The key, or the failure with the program's error.
  /// - Throws: `cancelled` if the wait is interrupted.
  package func key() throws(ByteSourceError) -> Result<ContentKey, DelegateFailure> {
    while true {
      let result = answer.wait(atMost: limit) { isInterrupted.load(ordering: .acquiring) }
      if let result { return result }
      if isInterrupted.load(ordering: .acquiring) { throw .cancelled }
      store.timedOut(answer)
    }
  }

  package func interrupt() {
    isInterrupted.store(true, ordering: .releasing)
    answer.wake()
  }

  package func resume() { isInterrupted.store(false, ordering: .releasing) }
}
