import Foundation

/// Objects that can be observed through key paths: all `NSObject`s.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a closure whenever the value at a key path changes.
  ///
  /// The key path can lead through several objects, like `\.currentItem?.status`; it is evaluated again when one of
  /// them is replaced. A call is made when the value differs from the last one, or when values of its type cannot be
  /// compared. The object is not retained: retain the object and the token.
  ///
  /// - Parameters:
  ///   - keyPath: A property of this module's classes that is documented as observable, or one that the client
  ///     announces with `willChangeValue(for:)` and `didChangeValue(for:)`.
  ///   - options: Whether to call immediately or before changes, and with which values.
  ///   - changeHandler: Called on the main queue for players and items; for changes that the client announces, on the
  ///     announcing thread. The initial call is made on the caller's thread before this method returns.
  /// - Returns: A token that ends the observation when it is released.
  @preconcurrency
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observer = ValueObserver<Self, Value>(self, keyPath: keyPath, options: options) {
      $0[keyPath: keyPath]
    } deliver: { object, change in
      changeHandler(
        object,
        NSKeyValueObservedChange(
          kind: .setting, newValue: change.new, oldValue: change.old, indexes: nil, isPrior: change.isPrior))
    }
    observer.start()
    return NSKeyValueObservation(observer)
  }

  /// Announces that the property at a key path is about to change, for classes that provide the value themselves.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueChanges.announce(keyPath, reading: { _ = $0[keyPath: keyPath] }, of: self) { observer, isMeant in
      if isMeant { observer.propertyWillChange() }
    }
  }

  /// Announces that the property at a key path has changed. Observers of this property are called even if the value is
  /// equal; other observers that depend on the object are called if their value has changed.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueChanges.announce(keyPath, reading: { _ = $0[keyPath: keyPath] }, of: self) { observer, isMeant in
      observer.propertyDidChange(isAnnouncedByClient: isMeant)
    }
  }
}
