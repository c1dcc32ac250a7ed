import CPlayheadGTK

/// Delayed and repeated calls on the main thread.
@MainActor package enum Timeout {
  private final class Handler {
    /// Returns whether the timeout repeats.
    let body: @MainActor () -> Bool
    /// Creates a handler, which the source retains.
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
  }

  /// Calls `body` repeatedly until the source with the returned number is removed.
  static func every(milliseconds: Int, _ body: @escaping @MainActor () -> Void) -> guint {
    add(
      milliseconds,
      Handler {
        body()
        return true
      })
  }

  /// Calls `body` once.
  package static func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    _ = add(
      milliseconds,
      Handler {
        body()
        return false
      })
  }

  /// Adds a source that owns the handler; returns its number.
  private static func add(_ milliseconds: Int, _ handler: Handler) -> guint {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(max(0, milliseconds)),
      { data in
        guard let data else { return 0 }
        nonisolated(unsafe) let pointer = data
        return onMain { Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body() ? 1 : 0 }
      }, Unmanaged.passRetained(handler).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }
}
