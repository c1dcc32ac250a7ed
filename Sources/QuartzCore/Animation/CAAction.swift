import Foundation

/// Something that happens when a property of a layer changes, or another event.
public protocol CAAction {
  /// - Parameters:
  ///   - event: The key of the property, or the name of the event.
  ///   - anObject: The layer.
  ///   - dict: What else there is to know.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The action that does nothing: a delegate returns it to say so.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
