import Foundation

/// A property that is loaded when it is asked for, whatever its owner and type.
public class AVAnyAsyncProperty: CustomStringConvertible, Hashable, @unchecked Sendable {
  // Sendable: constant, as are the properties of the only subclasses, which are in this file.

  /// The name under which `statusOfValue(forKey:error:)` knows it.
  let key: String

  init(key: String) { self.key = key }

  /// The key.
  public var description: String { key }

  public static func == (a: AVAnyAsyncProperty, b: AVAnyAsyncProperty) -> Bool {
    a.key == b.key && type(of: a) == type(of: b)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A property of `Root` that is loaded when it is asked for. Its static members are the properties that exist.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
}

/// A property of `Root` with a value of a known type, for `load(_:)` and `status(of:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// How far loading has come.
  @frozen public enum Status {
    /// Nobody has asked for it.
    case notYetLoaded
    /// It was asked for and is not known yet.
    case loading
    /// Here it is.
    case loaded(Value)
    /// It cannot be had.
    case failed(NSError)
  }

  let read: @Sendable (Root) -> Value

  init(_ key: String, read: @escaping @Sendable (Root) -> Value) {
    self.read = read
    super.init(key: key)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
