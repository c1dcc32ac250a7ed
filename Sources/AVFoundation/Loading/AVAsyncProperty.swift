import Foundation

/// A property that is loaded on request, with type-erased owner and value.
public class AVAnyAsyncProperty: CustomStringConvertible, Hashable, @unchecked Sendable {
  // Sendable: constant, as are the properties of the only subclasses, which are in this file.

  /// The name of the property for `statusOfValue(forKey:error:)`.
  let key: String

  init(key: String) { self.key = key }

  /// The key.
  public var description: String { key }

  /// Properties of the same type and name are equal.
  public static func == (a: AVAnyAsyncProperty, b: AVAnyAsyncProperty) -> Bool {
    a.key == b.key && type(of: a) == type(of: b)
  }
  /// Hashes the name of the property.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A property of `Root` that is loaded on request. Its static members are the available properties.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
}

/// A property of `Root` with a value of a known type, for `load(_:)` and `status(of:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// The loading status.
  @frozen public enum Status {
    /// The property has not been requested.
    case notYetLoaded
    /// Loading is in progress.
    case loading
    /// The value is available.
    case loaded(Value)
    /// Loading has failed.
    case failed(NSError)
  }

  let read: @Sendable (Root) -> Value

  init(_ key: String, read: @escaping @Sendable (Root) -> Value) {
    self.read = read
    super.init(key: key)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
