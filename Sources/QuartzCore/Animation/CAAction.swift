import Foundation

/// An action that a layer runs when a property changes, or for another event.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The key of the property, or the name of the event.
  ///   - anObject: The layer.
  ///   - dict: Additional arguments of the event.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The action that does nothing: a delegate returns it to suppress an animation.
extension NSNull: CAAction {
  /// Does nothing.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
