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

  /// The memory as the display's server knows it; nil for memory of this program alone.
  var segment: SharedSegment? { memory.segment }
}

/// Pages of memory; given back to the system with the last reference.
private final class PixelMemory: @unchecked Sendable {
  // Sendable: constants. Who may touch the bytes is the buffer's matter.
  let address: UnsafeMutableRawPointer
  let byteCount: Int
  let segment: SharedSegment?
  private let mapping: UnsafeMutableRawPointer?
  private let mappedCount: Int

  /// Where the kernel may use pages of two megabytes it takes a handful of faults to fill a picture instead of thousands.
  private static let largePage = 2 << 20

  init?(shared kind: SharedSegment.Kind, byteCount: Int) {
    guard let segment = SharedSegment(kind, byteCount: byteCount) else { return nil }
    self.segment = segment
    self.byteCount = byteCount
    (address, mapping, mappedCount) = (segment.address, nil, 0)
  }

  init?(byteCount: Int) {
    segment = nil
    mappedCount = byteCount + Self.largePage
    guard let mapping = mmap(nil, mappedCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      mapping != MAP_FAILED
    else { return nil }
    self.mapping = mapping
    self.byteCount = byteCount
    address = mapping.alignedUp(toMultipleOf: Self.largePage)
    madvise(address, byteCount, Int32(MADV_HUGEPAGE))
  }

  deinit { if let mapping { munmap(mapping, mappedCount) } }
}

/// Keeps the memory of pictures that were shown for those to come: new pages cost as much as filling them.
final class PixelBufferPool: Sendable {
  /// One is on the screen, one under way to it; this one is for the next. More are needed only after a stall, and not for long.
  /// GTK keeps the drawing before last as well, an X server nothing, a compositor what it shows.
  private var capacity: Int { sharing == .numbered ? 1 : 2 }
  private let free = Mutex<[PixelMemory]>([])
  private let sharing: SharedSegment.Kind?

  /// - Parameters:
  ///   - sharing: memory that the display's server can read as well, where there is such.
  init(sharing: SharedSegment.Kind? = nil) { self.sharing = sharing }

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
    guard
      let memory = kept ?? sharing.flatMap({ PixelMemory(shared: $0, byteCount: byteCount) })
        ?? PixelMemory(byteCount: byteCount)
    else { return nil }
    return PixelBuffer(memory: memory, width: width, height: height, bytesPerRow: bytesPerRow, pool: self)
  }

  fileprivate func takeBack(_ memory: PixelMemory) {
    free.withLock { if $0.count < capacity { $0.append(memory) } }
  }
}
