import Foundation

/// A change of a property observed through a key path.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of change.
  public typealias Kind = NSKeyValueChange

  /// The kind of change.
  public let kind: Kind
  /// The new value; nil without `.new`. For an optional property this is a nested optional.
  public let newValue: Value?
  /// The old value; nil without `.old`, and in the initial call.
  public let oldValue: Value?
  /// The changed indexes of a collection; nil for properties that are set as a whole.
  public let indexes: IndexSet?
  /// True in the call before the change, which `.prior` requests.
  public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
