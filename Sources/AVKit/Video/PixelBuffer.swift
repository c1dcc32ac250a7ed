import Glibc
import Synchronization

/// The pixels of one frame from a pool; returned to it with the last reference.
///
/// Written by its first owner until it is shared, and never after.
final class PixelBuffer: @unchecked Sendable {
  // Sendable: `address` is written by the thread that took the buffer from the pool, before it shares it through a
  // lock; from then on it is only read.
  /// The first byte of the first row.
  let address: UnsafeMutableRawPointer
  let width: Int
  let height: Int
  /// The distance of rows in bytes, a multiple of 64.
  let bytesPerRow: Int
  /// The colors of pixels with ten bits; nil for sRGB with eight bits.
  let signal: HDRSignal?
  /// The pages that contain the pixels.
  private let memory: PixelMemory
  /// The pool to which the pages return.
  private let pool: PixelBufferPool

  /// Wraps pages taken from a pool.
  fileprivate init(
    memory: PixelMemory, width: Int, height: Int, bytesPerRow: Int, signal: HDRSignal?, pool: PixelBufferPool
  ) {
    self.memory = memory
    address = memory.address
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.signal = signal
    self.pool = pool
  }

  deinit { pool.takeBack(memory) }

  /// The shared memory segment that the display server can map; nil for private memory.
  var segment: SharedSegment? { memory.segment }
}

/// Memory pages, returned to the system with the last reference.
private final class PixelMemory: @unchecked Sendable {
  // Sendable: constants. Access to the bytes is synchronized by the buffer.
  /// The first byte, aligned to a page.
  let address: UnsafeMutableRawPointer
  /// The usable size in bytes.
  let byteCount: Int
  /// The shared memory; nil for private memory.
  let segment: SharedSegment?
  /// The start of the private mapping; nil for shared memory, which the segment releases.
  private let mapping: UnsafeMutableRawPointer?
  /// The size of the private mapping in bytes.
  private let mappedCount: Int

  /// Huge pages (2 MiB), if the kernel permits them, reduce the page faults of a frame from thousands to a handful.
  private static let largePage = 2 << 20

  /// Allocates shared memory. nil if the system cannot allocate it.
  init?(shared kind: SharedSegment.Kind, byteCount: Int) {
    guard let segment = SharedSegment(kind, byteCount: byteCount) else { return nil }
    self.segment = segment
    self.byteCount = byteCount
    (address, mapping, mappedCount) = (segment.address, nil, 0)
  }

  /// Allocates private memory, aligned to huge pages. nil if the system cannot allocate it.
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

/// A pool of frame memory: mapping new pages costs as much as filling them.
final class PixelBufferPool: Sendable {
  /// One frame is on the screen and one in preparation; the pool holds the next. More are needed only briefly after a
  /// stall. GTK also retains the drawing before last, an X server the frame that waits for a refresh, a compositor the
  /// frame that it shows.
  private var capacity: Int { sharing == .numbered ? 1 : 2 }
  /// The pages that are not in use. All have the same size.
  private let free = Mutex<[PixelMemory]>([])
  /// The kind of memory that the display server can map; nil for private memory.
  private let sharing: SharedSegment.Kind?

  /// - Parameters:
  ///   - sharing: The kind of memory that the display server can map, if any.
  init(sharing: SharedSegment.Kind? = nil) { self.sharing = sharing }

  /// Returns a buffer whose rows start at multiples of 64 bytes, for vector code. Nil if the allocation failed.
  func take(width: Int, height: Int, signal: HDRSignal? = nil) -> PixelBuffer? {
    let bytesPerRow = (width * 4 + 63) & ~63
    // Some vector code writes past the last pixel.
    let byteCount = bytesPerRow * height + 64
    let pooled = free.withLock { free -> PixelMemory? in
      // The size changed: buffers of the old size are not needed any more.
      free.removeAll { $0.byteCount != byteCount }
      return free.popLast()
    }
    guard
      let memory = pooled ?? sharing.flatMap({ PixelMemory(shared: $0, byteCount: byteCount) })
        ?? PixelMemory(byteCount: byteCount)
    else { return nil }
    return PixelBuffer(
      memory: memory, width: width, height: height, bytesPerRow: bytesPerRow, signal: signal, pool: self)
  }

  /// Returns pages to the pool, or releases them if it is full. May be called on any thread.
  fileprivate func takeBack(_ memory: PixelMemory) {
    free.withLock { if $0.count < capacity { $0.append(memory) } }
  }
}
