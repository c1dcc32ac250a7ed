import Foundation

/// Bytes at an address that does not change, for functions that return pointers.
///
/// `@unchecked Sendable`: written only at the creation.
final class StableBytes: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer

  /// Copies bytes.
  init(_ data: Data) {
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, data.count), alignment: 1)
    data.copyBytes(to: memory)
    bytes = UnsafeRawBufferPointer(start: memory.baseAddress, count: data.count)
  }

  deinit { memory.deallocate() }

  /// The bytes, valid as long as the object.
  let bytes: UnsafeRawBufferPointer
}
