/// A property list value: a string, a number, a Boolean, data, a date, or an array or dictionary of these.
public typealias CFPropertyList = Any

extension CMFormatDescription {
  /// Further parameters of a format, by key.
  public struct Extensions {
    /// The key of an extension.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The key as a string.
      public let rawValue: CFString

      /// Creates a key from any string.
      public init(rawValue: CFString) {
        self.rawValue = rawValue
      }
    }

    /// The value of an extension.
    public struct Value {
      /// The stored value.
      public var propertyListRepresentation: CFPropertyList

      /// Creates a value from a property list value.
      public init(_ plist: CFPropertyList) {
        propertyListRepresentation = plist
      }
    }

    var values: [CFString: CFPropertyList]

    /// Creates an empty collection.
    public init() {
      values = [:]
    }

    /// Creates a collection from a dictionary.
    public init(base: [CFString: CFPropertyList]?) {
      values = base ?? [:]
    }

    /// The value with a key; nil if there is none.
    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key] }
      set { values[key] = newValue }
    }

    /// The value with a key; nil if there is none.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue].map { Value($0) } }
      set { values[key.rawValue] = newValue?.propertyListRepresentation }
    }
  }
}
