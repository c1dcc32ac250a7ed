import Foundation

/// A value that `TimeBox` can box.
protocol Boxable: Sendable {
  /// All fields in a fixed order. As for any `NSValue`, boxes are equal if all fields are, although times with
  /// different fields may be equal.
  var fields: [Int64] { get }

  /// The description of the value.
  var text: String { get }
}

/// The `NSValue` of a time, a time range or a time mapping.
///
/// Foundation on Linux boxes only types that it knows, hence a subclass.
///
/// `@unchecked Sendable` restates what the base class declares; both properties are constants of `Sendable` types.
final class TimeBox<Content: Boxable>: NSValue, @unchecked Sendable {
  let content: Content
  private let encoding: StaticString

  init(_ content: Content, encoding: StaticString) {
    self.content = content
    self.encoding = encoding
    super.init()
  }

  /// Reads a value from memory; required by the base class, and not reachable from outside the module.
  required init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
    content = value.loadUnaligned(as: Content.self)
    encoding = ""
    super.init()
  }

  /// Time values cannot be archived, as on Apple's systems: use the dictionary representations.
  required init?(coder: NSCoder) {
    nil
  }

  override func encode(with coder: NSCoder) {
    coder.failWithError(
      CocoaError(.coderInvalidValue, userInfo: [NSDebugDescriptionErrorKey: "Cannot archive \(content.text)"]))
  }

  override func getValue(_ value: UnsafeMutableRawPointer) {
    value.storeBytes(of: content, as: Content.self)
  }

  override var objCType: UnsafePointer<Int8> {
    UnsafeRawPointer(encoding.utf8Start).assumingMemoryBound(to: Int8.self)
  }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? TimeBox<Content>)?.content.fields == content.fields
  }

  override var hash: Int {
    content.fields.hashValue
  }

  override func copy(with zone: NSZone? = nil) -> Any {
    self
  }

  override var description: String {
    content.text
  }
}

extension CMTime: Boxable {
  var fields: [Int64] { [value, Int64(timescale), Int64(flags.rawValue), epoch] }
}

extension CMTimeRange: Boxable {
  var fields: [Int64] { start.fields + duration.fields }
}

extension CMTimeMapping: Boxable {
  var fields: [Int64] { source.fields + target.fields }
}

/// Lets a class initializer return another object, which Swift permits in protocol extensions only.
protocol Replaceable {}

extension NSValue: Replaceable {}

extension Replaceable {
  fileprivate init(replacement: Self) {
    self = replacement
  }
}

extension NSValue {
  convenience init<Content: Boxable>(boxing content: Content, encoding: StaticString) {
    guard let box = TimeBox(content, encoding: encoding) as? Self else {
      preconditionFailure("Times are boxed by NSValue, not by its subclass \(Self.self)")
    }
    self.init(replacement: box)
  }
}
