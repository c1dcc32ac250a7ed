/// Announces changes of the observable properties of this module's objects.
///
/// Both calls are made on the delivery queue, one pair at a time, so that observers see one order of changes.
package enum KeyValueChanges {
  /// Announces that properties are about to change.
  package static func willChange(_ keys: [ObservableKey], of object: AnyObject) {
    if PlaybackObservation.isEnabled, let object = object as? any PlaybackObservable {
      for key in keys { object.noteWillChange(key) }
    }
    forEachObserver(keys, of: object) { $0.propertyWillChange() }
  }

  /// Announces that properties have changed.
  ///
  /// - Parameter isRepeated: Whether observers are called even if the value is equal.
  package static func didChange(_ keys: [ObservableKey], of object: AnyObject, isRepeated: Bool = false) {
    if PlaybackObservation.isEnabled, let object = object as? any PlaybackObservable {
      for key in keys { object.noteDidChange(key) }
    }
    forEachObserver(keys, of: object) { $0.propertyDidChange(isAnnouncedByClient: isRepeated) }
  }

  /// Iterates over the properties in the order of `keys`; for each, over the observers in order of registration.
  private static func forEachObserver(_ keys: [ObservableKey], of object: AnyObject, _ call: (PropertyObserver) -> Void)
  {
    for key in keys {
      let property: Set = [ObservedProperty(object, key)]
      for observer in ObserverTable.observers(of: object) where observer.depends(on: property) { call(observer) }
    }
  }

  /// Announces, on behalf of a client, a change of the properties that `keyPath` reads of `object`.
  static func announce<Root: AnyObject>(
    _ keyPath: AnyKeyPath?, reading read: (Root) -> Void, of object: Root,
    _ call: (PropertyObserver, _ isMeant: Bool) -> Void
  ) {
    let (_, record) = AccessTracking.recording { read(object) }
    for observer in ObserverTable.observers(of: object) {
      // An override that does not read its superclass's property leaves no record, and its key path differs from that
      // of the superclass: such changes can only be detected by comparing values.
      let isMeant = observer.depends(on: record.properties) || (keyPath != nil && observer.keyPath == keyPath)
      call(observer, isMeant)
    }
  }
}
