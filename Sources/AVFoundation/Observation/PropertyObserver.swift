import Synchronization

/// The base class of observers of key paths and of string keys: their table entry and dependencies.
class PropertyObserver: @unchecked Sendable {
  // Sendable: the properties here are constants or guarded by `dependencies`; the only subclass states its own reasons.
  /// The number of the observer in order of creation, unique in the process.
  let identifier: Int
  /// Compared with the key path of a client's `didChangeValue(for:)`; nil for string keys.
  let keyPath: AnyKeyPath?
  /// The properties and objects of the last evaluation.
  private let dependencies = Mutex(Dependencies())

  /// The dependencies of an observer, which can differ after each evaluation of a chain.
  private struct Dependencies {
    /// The properties whose changes concern the observer.
    var properties: Set<ObservedProperty> = []
    var objects: Set<ObjectIdentifier> = []
    /// Whether the observer has left the table for good.
    var isEnded = false
  }

  /// The number of observers created in this process.
  private static let counter = Atomic<Int>(0)

  init(keyPath: AnyKeyPath?) {
    identifier = Self.counter.add(1, ordering: .relaxed).newValue
    self.keyPath = keyPath
  }

  /// Whether one of the properties was read in the last evaluation.
  func depends(on properties: Set<ObservedProperty>) -> Bool {
    dependencies.withLock { !$0.properties.isDisjoint(with: properties) }
  }

  /// Registers the observer with the objects of its last evaluation.
  func follow(_ record: AccessTracking.Record, from root: AnyObject) {
    record.objects[ObjectIdentifier(root)] = root
    let now = Set(record.objects.keys)
    let left = dependencies.withLock { dependencies -> Set<ObjectIdentifier>? in
      guard !dependencies.isEnded else { return nil }
      defer { dependencies.objects = now }
      dependencies.properties = record.properties
      return dependencies.objects.subtracting(now)
    }
    guard let left else { return }
    if !left.isEmpty { ObserverTable.remove(self, from: left) }
    ObserverTable.add(self, to: Array(record.objects.values))
    // Ended in the meantime by another thread, before the table entries were added.
    if dependencies.withLock({ $0.isEnded }) { ObserverTable.remove(self, from: now) }
  }

  /// Removes the observer from the table.
  func leave() {
    let objects = dependencies.withLock { dependencies in
      dependencies.isEnded = true
      dependencies.properties = []
      defer { dependencies.objects = [] }
      return dependencies.objects
    }
    ObserverTable.remove(self, from: objects)
  }

  /// Handles an upcoming change of a dependency.
  func propertyWillChange() {}
  /// Handles a change of a dependency. Changes that a client announces, and repeated ones, are delivered even if the
  /// value is equal.
  func propertyDidChange(isAnnouncedByClient: Bool) {}
  /// Ends the observer. Nothing is delivered after this returns.
  func end() {}
}
