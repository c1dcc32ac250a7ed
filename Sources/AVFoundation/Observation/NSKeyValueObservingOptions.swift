/// The values and times at which an observer of a property is called.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt
  /// Creates a value from its raw value.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change contains the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change contains the value at the previous call or at registration.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The observer is called once with the current value, on the caller's thread, before the registration returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The observer is also called before each change; those calls are marked and contain no new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
