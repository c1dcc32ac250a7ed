import Synchronization

/// What is common to the observers of key paths and of string keys: their place in the table and what they depend on.
class PropertyObserver: @unchecked Sendable {
  // Sendable: the properties here are constants or guarded by `dependencies`; the only subclass says why it is.
  let identifier: Int
  /// To be compared with the key path of a client's `didChangeValue(for:)`; nil for string keys.
  let keyPath: AnyKeyPath?
  private let dependencies = Mutex(Dependencies())

  private struct Dependencies {
    var properties: Set<ObservedProperty> = []
    var objects: Set<ObjectIdentifier> = []
    var isEnded = false
  }

  private static let counter = Atomic<Int>(0)

  init(keyPath: AnyKeyPath?) {
    identifier = Self.counter.add(1, ordering: .relaxed).newValue
    self.keyPath = keyPath
  }

  func depends(on properties: Set<ObservedProperty>) -> Bool {
    dependencies.withLock { !$0.properties.isDisjoint(with: properties) }
  }

  /// Moves the observer to the objects that its last evaluation led through.
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
    // Ended in between, from another thread: then its table entries were taken out before they were put in.
    if dependencies.withLock({ $0.isEnded }) { ObserverTable.remove(self, from: now) }
  }

  /// Takes the observer out of the table.
  func leave() {
    let objects = dependencies.withLock { dependencies in
      dependencies.isEnded = true
      dependencies.properties = []
      defer { dependencies.objects = [] }
      return dependencies.objects
    }
    ObserverTable.remove(self, from: objects)
  }

  /// Something that the observer depends on is about to change.
  func propertyWillChange() {}
  /// Something that the observer depends on changed. What a client announces is passed on even if the value is the same.
  func propertyDidChange(isAnnouncedByClient: Bool) {}
  /// Ends the observer. Nothing is delivered after this returns.
  func end() {}
}
