import Foundation

/// The `NSValue` of a map. Foundation on Linux can only box the types that it knows, hence a subclass.
///
/// `@unchecked Sendable` restates what the base class declares; the property is a constant.
final class TransformBox: NSValue, @unchecked Sendable {
  let content: CATransform3D
  private static let encoding: StaticString = "{CATransform3D=dddddddddddddddd}"

  init(_ content: CATransform3D) {
    self.content = content
    super.init()
  }

  /// Reads a map out of memory of its layout; required by the base class, and not reachable from outside the module.
  required init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
    content = value.loadUnaligned(as: CATransform3D.self)
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  override func getValue(_ value: UnsafeMutableRawPointer) {
    value.storeBytes(of: content, as: CATransform3D.self)
  }

  override var objCType: UnsafePointer<Int8> {
    UnsafeRawPointer(Self.encoding.utf8Start).assumingMemoryBound(to: Int8.self)
  }

  override func isEqual(_ object: Any?) -> Bool { (object as? TransformBox)?.content == content }
  override var hash: Int { content.hashValue }
  override func copy(with zone: NSZone? = nil) -> Any { self }
  override var description: String { "CATransform3D: \(content.rows)" }
}

/// Lets an initialiser of a class put another object in its own place, which Swift allows in protocol extensions only.
protocol TransformReplaceable {}

extension NSValue: TransformReplaceable {}

extension TransformReplaceable {
  fileprivate init(replacement: Self) { self = replacement }
}

extension NSValue {
  /// An object that holds a map, as animations take it.
  public convenience init(caTransform3D t: CATransform3D) {
    guard let box = TransformBox(t) as? Self else {
      preconditionFailure("Transforms are boxed by NSValue, not by its subclass \(Self.self)")
    }
    self.init(replacement: box)
  }

  /// The map that the object was made with; the identity when it holds something else.
  public var caTransform3DValue: CATransform3D { (self as? TransformBox)?.content ?? CATransform3DIdentity }
}
