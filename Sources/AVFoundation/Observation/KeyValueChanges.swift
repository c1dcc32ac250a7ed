/// Where the objects of this module announce changes of their observable properties.
///
/// Both calls are made on the delivery queue, one pair at a time, so observers see one order of changes.
package enum KeyValueChanges {
  package static func willChange(_ keys: [ObservableKey], of object: AnyObject) {
    if PlaybackObservation.isEnabled, let object = object as? any PlaybackObservable {
      for key in keys { object.noteWillChange(key) }
    }
    forEachObserver(keys, of: object) { $0.propertyWillChange() }
  }

  package static func didChange(_ keys: [ObservableKey], of object: AnyObject) {
    if PlaybackObservation.isEnabled, let object = object as? any PlaybackObservable {
      for key in keys { object.noteDidChange(key) }
    }
    forEachObserver(keys, of: object) { $0.propertyDidChange(isAnnouncedByClient: false) }
  }

  /// Property by property, in the order of `keys`; for each, the observers in the order in which they registered.
  private static func forEachObserver(_ keys: [ObservableKey], of object: AnyObject, _ call: (PropertyObserver) -> Void)
  {
    for key in keys {
      let property: Set = [ObservedProperty(object, key)]
      for observer in ObserverTable.observers(of: object) where observer.depends(on: property) { call(observer) }
    }
  }

  /// A client says that it will change, or has changed, what `keyPath` reads of `object`.
  static func announce<Root: AnyObject>(
    _ keyPath: AnyKeyPath?, reading read: (Root) -> Void, of object: Root,
    _ call: (PropertyObserver, _ isMeant: Bool) -> Void
  ) {
    let (_, record) = AccessTracking.recording { read(object) }
    for observer in ObserverTable.observers(of: object) {
      // An override that does not read its superclass's property leaves no trace, and its key path differs from the one of the
      // superclass: for these only the value can tell.
      let isMeant = observer.depends(on: record.properties) || (keyPath != nil && observer.keyPath == keyPath)
      call(observer, isMeant)
    }
  }
}
