import Foundation

/// A block of memory that is freed with its last reference.
///
/// `@unchecked Sendable`: the pointer is constant; what it points to is guarded by the buffer that owns it.
final class PixelMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer

  /// Allocates zeroed memory; nil if that fails. The alignment must be a power of two.
  init?(byteCount: Int, alignment: Int) {
    var memory: UnsafeMutableRawPointer?
    let aligned = max(alignment, MemoryLayout<UnsafeRawPointer>.alignment)
    guard posix_memalign(&memory, aligned, byteCount) == 0, let memory else { return nil }
    memset(memory, 0, byteCount)
    base = memory
  }

  deinit {
    free(base)
  }
}

/// Runs a closure when its last reference is released, for memory with a release callback.
///
/// `@unchecked Sendable`: the closure is constant and runs once, in `deinit`. CoreVideo permits it to run on any
/// thread.
final class ReleaseCallback: @unchecked Sendable {
  private let release: () -> Void

  init(_ release: @escaping () -> Void) {
    self.release = release
  }

  deinit {
    release()
  }
}
