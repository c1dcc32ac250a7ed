import Foundation

/// What an observer of a key path is told about one change.
public struct NSKeyValueObservedChange<Value> {
  public typealias Kind = NSKeyValueChange

  /// How the value changed.
  public let kind: Kind
  /// The value now; nil unless `.new` was asked for. For an optional property this is an optional of an optional.
  public let newValue: Value?
  /// The value before; nil unless `.old` was asked for, and in the initial call.
  public let oldValue: Value?
  /// Where a collection changed; nil for properties that are set as a whole.
  public let indexes: IndexSet?
  /// True in the call that comes before the change, which `.prior` asks for.
  public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
