import Glibc
import Synchronization

/// Memory of one picture on loan from a pool; goes back when the last reference ends.
///
/// Written by the one that asked for it until it shows it to others, never after.
final class PixelBuffer: @unchecked Sendable {
  // Sendable: `address` is written by the thread that took the buffer from the pool, before it hands it over through a lock;
  // from then on it is only read.
  let address: UnsafeMutableRawPointer
  let width: Int
  let height: Int
  let bytesPerRow: Int
  private let memory: PixelMemory
  private let pool: PixelBufferPool

  fileprivate init(memory: PixelMemory, width: Int, height: Int, bytesPerRow: Int, pool: PixelBufferPool) {
    self.memory = memory
    address = memory.address
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.pool = pool
  }

  deinit { pool.takeBack(memory) }
}

/// A piece of memory; freed with its last reference.
private final class PixelMemory: @unchecked Sendable {
  // Sendable: two constants. Who may touch the bytes is the buffer's matter.
  let address: UnsafeMutableRawPointer
  let byteCount: Int

  init?(byteCount: Int) {
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, 64, byteCount) == 0, let pointer else { return nil }
    address = pointer
    self.byteCount = byteCount
  }

  deinit { free(address) }
}

/// Keeps the memory of pictures that were shown for those to come: new pages cost as much as filling them.
final class PixelBufferPool: Sendable {
  /// One on the screen, one under way to it, one being made, and one in GTK's hands while it changes.
  private static let capacity = 4
  private let free = Mutex<[PixelMemory]>([])

  /// Rows start at multiples of 64 bytes, as vector code likes them. Nil where the memory cannot be had.
  func take(width: Int, height: Int) -> PixelBuffer? {
    let bytesPerRow = (width * 4 + 63) & ~63
    // Some vector code writes beyond the last pixel.
    let byteCount = bytesPerRow * height + 64
    let kept = free.withLock { free -> PixelMemory? in
      // Another size came: what is kept of the old one will not be wanted again.
      free.removeAll { $0.byteCount != byteCount }
      return free.popLast()
    }
    guard let memory = kept ?? PixelMemory(byteCount: byteCount) else { return nil }
    return PixelBuffer(memory: memory, width: width, height: height, bytesPerRow: bytesPerRow, pool: self)
  }

  fileprivate func takeBack(_ memory: PixelMemory) {
    free.withLock { if $0.count < Self.capacity { $0.append(memory) } }
  }
}
