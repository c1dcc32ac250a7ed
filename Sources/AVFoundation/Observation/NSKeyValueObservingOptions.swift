/// What an observer of a property wants to be told, and when.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the value that the property has now.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change carries the value that the property had when the observer was last called or registered.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The observer is called once with the present value, on the caller's thread, before the registration returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The observer is called before each change as well; those calls are marked and carry no new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
