import Synchronization

/// The completion handlers of pending seeks.
final class CompletionHandlerRegistry: Sendable {
  /// A completion handler; its argument is whether the operation was completed.
  typealias Handler = @Sendable (Bool) -> Void
  /// The last number and the pending handlers by number.
  private let state = Mutex<(last: Int, handlers: [Int: Handler])>((0, [:]))

  /// Registers a handler under a new number.
  func open(_ handler: Handler?) -> Int {
    state.withLock {
      $0.last += 1
      $0.handlers[$0.last] = handler
      return $0.last
    }
  }

  /// Removes the handler of a number: each is called once.
  func close(_ number: Int) -> Handler? {
    state.withLock { $0.handlers.removeValue(forKey: number) }
  }

  /// Removes all remaining handlers, oldest first.
  func closeAll() -> [Handler] {
    let left = state.withLock { state in
      defer { state.handlers = [:] }
      return state.handlers
    }
    return left.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Makes a client's handler Sendable.
  static func handler(_ handler: ((Bool) -> Void)?) -> Handler? {
    guard let handler else { return nil }
    // Sendable: called once, on the delivery queue, as its documentation promises.
    nonisolated(unsafe) let call = handler
    return { call($0) }
  }
}
