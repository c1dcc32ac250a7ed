import Foundation

/// An object that observes properties by their string keys.
///
/// - Note: Not in Apple's API: `NSObject` on Linux does not declare the method for overriding. An observer conforms
///   to this protocol and omits `override`, or derives from `NSKeyValueObserverObject` instead of `NSObject` and is
///   otherwise unchanged.
public protocol NSKeyValueObserver: NSObject {
  /// Called when an observed property has changed, on the thread that announces the change: the main queue for players
  /// and items.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the registration.
  ///   - object: The observed object.
  ///   - change: The requested values; see `NSKeyValueChangeKey`.
  ///   - context: The pointer passed at registration.
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  )
}

/// An `NSObject` that declares `observeValue(forKeyPath:of:change:context:)` for overriding.
///
/// - Note: Not in Apple's API.
open class NSKeyValueObserverObject: NSObject, NSKeyValueObserver {
  /// Does nothing: an observer may pass unknown key paths to its superclass.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {}
}
