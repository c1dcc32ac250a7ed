import Foundation

/// A token of an observation, which ends when the token is released or `invalidate` is called.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: PropertyObserver

  init(_ observer: PropertyObserver) {
    self.observer = observer
    super.init()
  }

  /// Ends the observation. After it returns, the handler is not called again and is not running on another thread.
  /// Further calls have no effect; the handler itself may call it.
  ///
  /// - Note: Difference from Apple: it waits for a handler that is running on another thread. Do not call it while that
  ///   handler waits for the caller.
  public func invalidate() { observer.end() }

  deinit { observer.end() }
}
