/// How an observed property changed. Properties of this module are always set as a whole.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has another value.
  case setting = 1
  /// Objects were put into a collection.
  case insertion = 2
  /// Objects were taken out of a collection.
  case removal = 3
  /// Objects of a collection were exchanged.
  case replacement = 4
}

/// A key of the dictionary that an observer of a string key is given.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An `NSNumber` with the raw value of an `NSKeyValueChange`; always there.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The new value; there when `.new` was asked for. Numbers, Boolean values and enumerations are `NSNumber`, times `NSValue`, nil is `NSNull`.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before, in the same forms; there when `.old` was asked for and the call is not the initial one.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// An `IndexSet`, for changes inside a collection; never sent by this module.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True in calls that come before the change.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
