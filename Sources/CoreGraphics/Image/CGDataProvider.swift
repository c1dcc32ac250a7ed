import Foundation

/// Called when memory that was handed over is no longer needed: the info pointer, the bytes and their number.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Bytes that an image reads.
///
/// `@unchecked Sendable`: the only state is a constant reference to bytes that nobody changes. A mutable data object is
/// copied when it is passed in, and memory that is handed over belongs to the provider until its release callback runs.
public final class CGDataProvider: @unchecked Sendable {
  /// The bytes, without a copy.
  public let data: CFData?

  /// The bytes of a data object.
  public init?(data: CFData) {
    guard let copy = data.copy() as? NSData else { return nil }
    self.data = copy
  }

  /// Bytes that the caller owns and leaves alone until `releaseData` is called, which happens once, on any thread, after
  /// the provider and every image made from it are gone.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @escaping CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.data = NSData(bytesNoCopy: UnsafeMutableRawPointer(mutating: data), length: size) { _, _ in
      releaseData(info, data, size)
    }
  }

  /// Part of another provider's bytes, which stay alive as long as this one.
  init(_ whole: NSData, range: Range<Int>) {
    let start = UnsafeMutableRawPointer(mutating: whole.bytes + range.lowerBound)
    data = NSData(bytesNoCopy: start, length: range.count) { _, _ in
      withExtendedLifetime(whole) {}
    }
  }
}
