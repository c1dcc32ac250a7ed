import Foundation

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Registers an observer for a property by Apple's string key, such as `playbackBufferEmpty`.
  ///
  /// Registering twice results in two calls for each change. Neither object is retained. The registration ends with
  /// `removeObserver(_:forKeyPath:)` or with the observed object.
  ///
  /// - Parameters:
  ///   - observer: An object that conforms to `NSKeyValueObserver`; anything else is a programmer error.
  ///   - keyPath: A key, or several separated by dots: `currentItem.status`.
  ///   - options: As for `observe(_:options:changeHandler:)`; without options the call contains no values.
  ///   - context: Passed to the observer.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard let receiver = observer as? any NSKeyValueObserver else {
      preconditionFailure("\(type(of: observer)) must conform to NSKeyValueObserver to observe '\(keyPath)'")
    }
    let implementation = ValueObserver<NSObject, Any?>(self, keyPath: nil, options: options) {
      StringKeyPath.value(of: keyPath, from: $0)
    } deliver: { [weak receiver] object, change in
      var dictionary: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)]
      if change.isPrior { dictionary[.notificationIsPriorKey] = NSNumber(value: true) }
      if let new = change.new { dictionary[.newKey] = new ?? NSNull() }
      if let old = change.old { dictionary[.oldKey] = old ?? NSNull() }
      receiver?.observeValue(forKeyPath: keyPath, of: object, change: dictionary, context: context)
    }
    StringKeyObservers.add(
      .init(observer: ObjectIdentifier(observer), keyPath: keyPath, context: context, implementation: implementation),
      to: self)
    implementation.start()
  }

  /// Removes the latest registration of an observer for a key. A missing registration is a programmer error.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    remove(observer, keyPath, context: nil)
  }

  /// Removes the latest registration of an observer for a key with this context.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
    remove(observer, keyPath, context: .some(context))
  }

  private func remove(_ observer: NSObject, _ keyPath: String, context: UnsafeMutableRawPointer??) {
    guard let found = StringKeyObservers.remove(observer, keyPath: keyPath, context: context, from: self) else {
      preconditionFailure(
        "Cannot remove \(type(of: observer)) for the key path '\(keyPath)' from \(type(of: self)): it is not registered"
      )
    }
    found.implementation.end()
  }

  /// Announces that the property with a key is about to change.
  public func willChangeValue(forKey key: String) {
    let property: Set = [ObservedProperty(self, ObservableKey(key))]
    for observer in ObserverTable.observers(of: self) where observer.depends(on: property) {
      observer.propertyWillChange()
    }
  }

  /// Announces that the property with a key has changed. Its observers are called even if the value is equal; other
  /// observers that depend on the object are called if their value has changed.
  public func didChangeValue(forKey key: String) {
    let property: Set = [ObservedProperty(self, ObservableKey(key))]
    for observer in ObserverTable.observers(of: self) {
      observer.propertyDidChange(isAnnouncedByClient: observer.depends(on: property))
    }
  }
}
