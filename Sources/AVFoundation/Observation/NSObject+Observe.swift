import Foundation

/// What can be observed through key paths: every `NSObject`.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a closure whenever the value at a key path becomes another one.
  ///
  /// The key path may lead through several objects, as `\.currentItem?.status` does; it is followed anew when one of them is
  /// replaced. A call is made when the value differs from the one that the observer knows, or when values of its type cannot be
  /// compared. The object is not retained: keep the object and the token.
  ///
  /// - Parameters:
  ///   - keyPath: A property of this module's classes that the documentation calls observable, or one that the program itself
  ///     announces with `willChangeValue(for:)` and `didChangeValue(for:)`.
  ///   - options: Whether to call now, before changes, and with which values.
  ///   - changeHandler: Called on the main queue for players and items; for changes that the program announces, on the thread
  ///     that announces them. The initial call is made on the caller's thread before this method returns.
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

  /// Says that the program is about to change what the key path reads, for classes that provide the value themselves.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueChanges.announce(keyPath, reading: { _ = $0[keyPath: keyPath] }, of: self) { observer, isMeant in
      if isMeant { observer.propertyWillChange() }
    }
  }

  /// Says that the program has changed what the key path reads. Observers of this property are called even if the value is the
  /// same; other observers that depend on the object are called if theirs has become another one.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueChanges.announce(keyPath, reading: { _ = $0[keyPath: keyPath] }, of: self) { observer, isMeant in
      observer.propertyDidChange(isAnnouncedByClient: isMeant)
    }
  }
}
