import Foundation

/// An object that observes properties by their string keys.
///
/// - Note: Difference from Apple: there `NSObject` declares the method and observers override it. Foundation's `NSObject` on Linux
///   does not have it, so an observer names this protocol after its superclass and drops the word `override`, or derives from
///   `NSKeyValueObserverObject` instead of `NSObject` and changes nothing else.
public protocol NSKeyValueObserver: NSObject {
  /// Called when an observed property changed, on the thread that announces the change: the main queue for players and items.
  ///
  /// - Parameters:
  ///   - keyPath: The key that the observer registered for.
  ///   - object: The object that it registered with.
  ///   - change: What was asked for with the options; see `NSKeyValueChangeKey`.
  ///   - context: The pointer that was given at registration.
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  )
}

/// An `NSObject` that declares `observeValue(forKeyPath:of:change:context:)`, to be overridden.
open class NSKeyValueObserverObject: NSObject, NSKeyValueObserver {
  /// Does nothing: an observer passes on what it did not ask for, and there is nobody above.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {}
}
