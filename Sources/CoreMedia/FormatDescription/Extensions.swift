/// A value that can be written to a property list: a string, a number, a Boolean, data, a date, or an array or dictionary of
/// these.
public typealias CFPropertyList = Any

extension CMFormatDescription {
  /// What else is known about a format, by key.
  public struct Extensions {
    /// The key of an extension.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The key as a string.
      public let rawValue: CFString

      /// The key of a string; any string is possible.
      public init(rawValue: CFString) {
        self.rawValue = rawValue
      }
    }

    /// The value of an extension.
    public struct Value {
      /// The value as it is stored.
      public var propertyListRepresentation: CFPropertyList

      /// A value of a property list.
      public init(_ plist: CFPropertyList) {
        propertyListRepresentation = plist
      }
    }

    var values: [CFString: CFPropertyList]

    /// No extensions.
    public init() {
      values = [:]
    }

    /// The extensions of a dictionary.
    public init(base: [CFString: CFPropertyList]?) {
      values = base ?? [:]
    }

    /// The value with a key, or nil.
    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key] }
      set { values[key] = newValue }
    }

    /// The value with a key, or nil.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue].map { Value($0) } }
      set { values[key.rawValue] = newValue?.propertyListRepresentation }
    }
  }
}
