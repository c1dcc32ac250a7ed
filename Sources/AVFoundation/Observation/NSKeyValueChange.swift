/// The kind of change of an observed property. Properties of this module are always set as a whole.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Objects were inserted into a collection.
  case insertion = 2
  /// Objects were removed from a collection.
  case removal = 3
  /// Objects of a collection were replaced.
  case replacement = 4
}

/// A key of the change dictionary that observers of string keys receive.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An `NSNumber` with the raw value of an `NSKeyValueChange`; always present.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The new value; present with `.new`. Numbers, Boolean values and enumerations are `NSNumber`, times `NSValue`, nil
  /// is `NSNull`.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The old value, in the same representation; present with `.old`, except in the initial call.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// An `IndexSet`, for changes inside a collection; never sent by this module.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True in calls before the change.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
