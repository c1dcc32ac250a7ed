import Foundation

/// The `NSValue` of a transform. Foundation on Linux boxes only types that it knows, hence a subclass.
///
/// `@unchecked Sendable` restates what the base class declares; the property is a constant.
final class TransformBox: NSValue, @unchecked Sendable {
  /// The boxed transform.
  let content: CATransform3D
  /// The Objective-C type encoding of the structure.
  private static let encoding: StaticString = "{CATransform3D=dddddddddddddddd}"

  /// Boxes a transform.
  init(_ content: CATransform3D) {
    self.content = content
    super.init()
  }

  /// Reads a transform from memory; required by the base class, and not reachable from outside the module.
  required init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
    content = value.loadUnaligned(as: CATransform3D.self)
    super.init()
  }

  /// Not supported: always nil.
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

/// Lets a class initializer return another object, which Swift permits in protocol extensions only.
protocol TransformReplaceable {}

extension NSValue: TransformReplaceable {}

extension TransformReplaceable {
  /// Returns another object in place of the one that is being initialized.
  fileprivate init(replacement: Self) { self = replacement }
}

extension NSValue {
  /// Creates an object with a transform, for animations.
  public convenience init(caTransform3D t: CATransform3D) {
    guard let box = TransformBox(t) as? Self else {
      preconditionFailure("Transforms are boxed by NSValue, not by its subclass \(Self.self)")
    }
    self.init(replacement: box)
  }

  /// The transform in the object; the identity if it contains something else.
  public var caTransform3DValue: CATransform3D { (self as? TransformBox)?.content ?? CATransform3DIdentity }
}
