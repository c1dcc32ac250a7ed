import Foundation

/// Keeps the observation of a property alive. It ends when the token is released or `invalidate` is called.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: PropertyObserver

  init(_ observer: PropertyObserver) {
    self.observer = observer
    super.init()
  }

  /// Ends the observation. After it has returned the handler is not called any more, and no call of it is under way on another
  /// thread. Calling it again does nothing; the handler itself may call it.
  ///
  /// - Note: Difference from Apple: it waits for a call that is under way on another thread. Do not call it while that call waits
  ///   for the caller.
  public func invalidate() { observer.end() }

  deinit { observer.end() }
}
