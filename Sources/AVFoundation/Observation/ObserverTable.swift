import Synchronization

/// The process-wide table of observers by the objects that they depend on.
enum ObserverTable {
  /// The observers of one object.
  private struct Entry: @unchecked Sendable {
    // Sendable: the object is only compared, and observers are Sendable.
    /// The object; nil once it has been deallocated. Another object can then have the same address.
    weak var object: AnyObject?
    var observers: [Int: PropertyObserver] = [:]
  }

  /// The entries by object.
  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of deallocated objects are removed next.
    var sweepAt = 256

    /// Objects are deallocated without notice; their entries are removed when the table has doubled.
    mutating func sweepIfNeeded() {
      guard entries.count > sweepAt else { return }
      entries = entries.filter { $0.value.object != nil }
      sweepAt = max(256, entries.count * 2)
    }

    /// Changes the entry of a live object: an entry left by a deallocated object at the same address is reset first.
    mutating func withEntry(of object: AnyObject, _ change: (inout Entry) -> Void) {
      let identifier = ObjectIdentifier(object)
      var entry = entries.removeValue(forKey: identifier) ?? Entry(object: object)
      if entry.object !== object { entry = Entry(object: object) }
      change(&entry)
      if !entry.observers.isEmpty { entries[identifier] = entry }
    }
  }

  /// The table, locked because any thread observes and announces.
  private static let contents = Mutex(Contents())

  /// Adds an observer to the entries of objects. Has no effect on entries that contain it.
  static func add(_ observer: PropertyObserver, to objects: [AnyObject]) {
    contents.withLock { contents in
      contents.sweepIfNeeded()
      for object in objects { contents.withEntry(of: object) { $0.observers[observer.identifier] = observer } }
    }
  }

  /// Removes an observer from the entries of objects, which may have been deallocated.
  static func remove(_ observer: PropertyObserver, from objects: some Sequence<ObjectIdentifier>) {
    contents.withLock { contents in
      for identifier in objects {
        contents.entries[identifier]?.observers[observer.identifier] = nil
        if contents.entries[identifier]?.observers.isEmpty == true { contents.entries[identifier] = nil }
      }
    }
  }

  /// The observers that depend on an object, in order of creation.
  static func observers(of object: AnyObject) -> [PropertyObserver] {
    let found = contents.withLock { contents -> [Int: PropertyObserver] in
      guard let entry = contents.entries[ObjectIdentifier(object)], entry.object === object else { return [:] }
      return entry.observers
    }
    return found.values.sorted { $0.identifier < $1.identifier }
  }

  /// The number of objects with observers, for tests.
  static var count: Int { contents.withLock { contents in contents.entries.count { $0.value.object != nil } } }
}
