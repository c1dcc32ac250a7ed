import Synchronization

/// The connection of one resource to the session that has its content keys. Any thread.
package final class ContentKeySource: Sendable {
  /// A weak reference to a session's keys: a session that no program holds answers nothing.
  private struct Connection {
    weak var store: ContentKeyStore?
  }

  private let connection = Mutex(Connection())

  /// Creates a source without a session.
  package init() {}

  /// Connects a session; nil disconnects it.
  package func connect(_ store: ContentKeyStore?) { connection.withLock { $0.store = store } }

  /// Whether a session answers queries of a system.
  package func answers(_ system: ContentKeyQuery.System) -> Bool {
    connection.withLock { $0.store }?.answers(system) ?? false
  }

  /// Asks for a key, or joins an earlier query for it.
  ///
  /// - Parameter limit: Seconds until the program is asked whether to wait on.
  /// - Returns: nil if no session answers queries of this system.
  package func ask(_ query: ContentKeyQuery, limit: Double = ContentKeyWait.usualLimit) -> ContentKeyWait? {
    guard let store = connection.withLock({ $0.store }), store.answers(query.system) else { return nil }
    return ContentKeyWait(store.answer(to: query), store, limit: limit)
  }
}
