import Synchronization

/// The handlers of seeks that are not answered yet.
final class SeekLedger: Sendable {
  typealias Handler = @Sendable (Bool) -> Void
  private let state = Mutex<(last: Int, handlers: [Int: Handler])>((0, [:]))

  /// Files a handler under a new number.
  func open(_ handler: Handler?) -> Int {
    state.withLock {
      $0.last += 1
      $0.handlers[$0.last] = handler
      return $0.last
    }
  }

  /// Takes the handler of a number: each is called once.
  func close(_ number: Int) -> Handler? {
    state.withLock { $0.handlers.removeValue(forKey: number) }
  }

  /// Takes all that are left, oldest first.
  func closeAll() -> [Handler] {
    let left = state.withLock { state in
      defer { state.handlers = [:] }
      return state.handlers
    }
    return left.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A program's handler in a form that may be handed on.
  static func handler(_ handler: ((Bool) -> Void)?) -> Handler? {
    guard let handler else { return nil }
    // Sendable: it is called once, where clients are called, which is what its documentation promises.
    nonisolated(unsafe) let call = handler
    return { call($0) }
  }
}
