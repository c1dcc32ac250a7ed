import Foundation

/// Called when memory passed to a provider is no longer needed, with the info pointer, the bytes and their number.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The bytes of an image.
///
/// `@unchecked Sendable`: the only state is a constant reference to immutable bytes. A mutable data object is copied on
/// creation, and memory passed to the provider belongs to it until its release callback runs.
public final class CGDataProvider: @unchecked Sendable {
  /// The bytes, without copying.
  public let data: CFData?

  /// Creates a provider for the bytes of a data object.
  public init?(data: CFData) {
    guard let copy = data.copy() as? NSData else { return nil }
    self.data = copy
  }

  /// Creates a provider for bytes that the caller owns and must not change until `releaseData` is called: once, on any
  /// thread, after the provider and all images that use it have been released.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @escaping CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.data = NSData(bytesNoCopy: UnsafeMutableRawPointer(mutating: data), length: size) { _, _ in
      releaseData(info, data, size)
    }
  }

  /// Creates a provider for a part of another provider's bytes, which it retains.
  init(_ whole: NSData, range: Range<Int>) {
    let start = UnsafeMutableRawPointer(mutating: whole.bytes + range.lowerBound)
    data = NSData(bytesNoCopy: start, length: range.count) { _, _ in
      withExtendedLifetime(whole) {}
    }
  }
}
