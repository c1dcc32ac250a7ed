import Synchronization

/// A counter for any thread.
public final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  public init() {}
  /// The current count.
  public var value: Int { number.load(ordering: .sequentiallyConsistent) }
  /// Adds an amount.
  public func add(_ amount: Int = 1) { number.add(amount, ordering: .sequentiallyConsistent) }
}

/// A list to which any thread may append.
public final class Collected<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])
  public init() {}
  /// All elements so far.
  public var all: [Element] { list.withLock { $0 } }
  /// Appends an element.
  public func add(_ element: Element) { list.withLock { $0.append(element) } }
  /// Removes all elements.
  public func forget() { list.withLock { $0.removeAll() } }
}
