/// A cache with a capacity and least-recently-used eviction.
package struct RecentValues<Key: Hashable, Value> {
  /// The number of values that are retained.
  private let capacity: Int
  /// The values by key. The number of entries is that of `order`.
  private var values: [Key: Value] = [:]
  /// The keys, the least recently used first.
  private var order: [Key] = []

  /// Creates an empty cache.
  package init(capacity: Int) { self.capacity = capacity }

  /// Reading marks a value as recently used; setting nil removes it; setting another one may evict the oldest.
  package subscript(key: Key) -> Value? {
    mutating get {
      guard let value = values[key] else { return nil }
      touch(key)
      return value
    }
    set {
      values[key] = newValue
      order.removeAll { $0 == key }
      guard newValue != nil else { return }
      order.append(key)
      if order.count > capacity { values[order.removeFirst()] = nil }
    }
  }

  /// Marks a key as the most recently used.
  private mutating func touch(_ key: Key) {
    order.removeAll { $0 == key }
    order.append(key)
  }
}
