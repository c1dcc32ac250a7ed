import Foundation
import Synchronization

/// A sequence of bytes in one or more blocks of memory, which several buffers can share without a copy.
///
/// The object may be used from any thread. Its bytes are shared memory: a program that writes ensures that nothing
/// reads at the same time.
///
/// `@unchecked Sendable`: the list of blocks is behind a mutex; attachments have their own.
public final class CMBlockBuffer: Hashable, @unchecked Sendable {
  /// Allocates memory of a number of bytes; nil where that is impossible.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?

  /// Frees memory of a number of bytes.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// A part of a block.
  struct Segment: Sendable {
    /// The block.
    var block: BlockMemory
    /// The bytes of the block that belong to the buffer.
    var range: Range<Int>
  }

  private let list = Mutex<[Segment]>([])
  let attachmentTable = AttachmentTable()

  /// Creates an empty buffer. `capacity` is the expected number of blocks.
  public init(capacity: Int = 0, flags: Flags = []) throws {
    guard capacity >= 0 else { throw Error.badLengthParameter }
  }

  init(_ segments: [Segment]) { list.withLock { $0 = segments } }

  /// Creates a buffer that takes over memory: it is freed with `free`, or not at all with `kCFAllocatorNull`.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init([])
    try append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Creates a buffer with memory that `deallocator` frees, on any thread.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init([])
    try append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Creates a buffer with new memory, of which it uses the bytes in `range`; nil for all. The memory is allocated with
  /// its first use.
  public convenience init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init([])
    try append(length: length, allocator: allocator, range: range, flags: flags)
  }

  /// Creates a buffer with memory that the closures allocate and free, on any thread.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init([])
    try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
  }

  /// Creates a buffer that shares the bytes of another one, or of a part of it.
  public convenience init<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    self.init([])
    try append(bufferReference: bufferReference, flags: flags)
  }

  // MARK: Adding bytes

  /// Appends memory and takes it over: it is freed with `free`, or not at all with `kCFAllocatorNull`.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    let frees = allocator?.frees ?? true
    try append(buffer: buffer, deallocator: { memory, _ in if frees { free(memory) } }, flags: flags)
  }

  /// Appends memory that `deallocator` frees, on any thread.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    guard let memory = buffer.baseAddress else { throw Error.badPointerParameter }
    add(BlockMemory(memory, length: buffer.count, free: deallocator), 0..<buffer.count)
  }

  /// Appends a part of memory, which is taken over as a whole.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    let frees = allocator?.frees ?? true
    try append(buffer: buffer, deallocator: { memory, _ in if frees { free(memory) } }, flags: flags)
  }

  /// Appends a part of memory, which `deallocator` frees as a whole.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    guard let memory = buffer.base.baseAddress else { throw Error.badPointerParameter }
    add(BlockMemory(memory, length: buffer.base.count, free: deallocator), buffer.startIndex..<buffer.endIndex)
  }

  /// Appends new memory, of which the buffer uses the bytes in `range`; nil for all.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    guard allocator?.frees ?? true else { throw Error.badCustomBlockSource }
    try append(BlockMemory(length: length), range, flags)
  }

  /// Appends memory that the closures allocate and free, on any thread.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try append(BlockMemory(length: length, allocate: allocator, free: deallocator), range, flags)
  }

  /// Appends the bytes of another buffer, or of a part of it, without a copy.
  ///
  /// Throws `Error.emptyBlockBuffer` if there are none, unless `permitEmptyReference` is set.
  public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    let length = bufferReference.dataLength
    guard length > 0 || flags.contains(.permitEmptyReference) else { throw Error.emptyBlockBuffer }
    if flags.contains(.alwaysCopyData) {
      let copy = try bufferReference.makeContiguous(flags: .alwaysCopyData).segments
      list.withLock { $0 += copy }
    } else {
      let shared = try bufferReference.owner.segments(in: bufferReference.startIndex, length: length)
      list.withLock { $0 += shared }
    }
  }

  private func append(_ block: BlockMemory, _ range: Range<Int>?, _ flags: Flags) throws {
    guard block.length >= 0 else { throw Error.badLengthParameter }
    let range = range ?? 0..<block.length
    guard range.lowerBound >= 0, range.lowerBound <= block.length else { throw Error.badOffsetParameter }
    guard range.upperBound <= block.length else { throw Error.badLengthParameter }
    if flags.contains(.assureMemoryNow) { _ = try block.assureMemory() }
    add(block, range)
  }

  private func add(_ block: BlockMemory, _ range: Range<Int>) {
    list.withLock { $0.append(Segment(block: block, range: range)) }
  }

  // MARK: Bytes

  /// Whether there are no blocks.
  public var isEmpty: Bool { list.withLock { $0.isEmpty } }

  /// Allocates all memory that is not allocated yet.
  public func assureBlockMemory() throws {
    guard !isEmpty else { throw Error.emptyBlockBuffer }
    for segment in segments { _ = try segment.block.assureMemory() }
  }

  /// Calls `body` with the bytes from an offset to the end of their block.
  ///
  /// Throws `Error.badOffsetParameter`, and `Error.unallocatedBlock` before the memory is allocated.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    let rest = endIndex - offset
    guard offset >= 0, rest > 0, let segment = try segments(in: offset, length: rest).first else {
      throw Error.badOffsetParameter
    }
    guard let memory = segment.block.memory else { throw Error.unallocatedBlock }
    return try body(
      UnsafeMutableRawBufferPointer(start: memory + segment.range.lowerBound, count: segment.range.count))
  }

  /// All parts of blocks, in order.
  var segments: [Segment] { list.withLock { $0 } }

  /// The parts of blocks with the bytes of a range.
  ///
  /// Throws `Error.badOffsetParameter` and `Error.badLengthParameter`.
  func segments(in offset: Int, length: Int) throws -> [Segment] {
    guard offset >= 0 else { throw Error.badOffsetParameter }
    guard length >= 0 else { throw Error.badLengthParameter }
    var (skipped, missing, found) = (offset, length, [Segment]())
    for segment in segments {
      guard skipped < segment.range.count else {
        skipped -= segment.range.count
        continue
      }
      guard missing > 0 else {
        skipped = 0
        break
      }
      let start = segment.range.lowerBound + skipped
      let count = min(missing, segment.range.upperBound - start)
      found.append(Segment(block: segment.block, range: start..<start + count))
      (skipped, missing) = (0, missing - count)
    }
    guard skipped == 0 else { throw Error.badOffsetParameter }
    guard missing == 0 else { throw Error.badLengthParameter }
    return found
  }

  /// Whether both are the same object.
  public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// The buffer itself.
  public var owner: CMBlockBuffer { self }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int {
    list.withLock { $0.reduce(0) { $0.addingReportingOverflow($1.range.count).partialValue } }
  }

  /// A part of a block buffer. It shares the bytes.
  public struct Slice: CMBlockBufferProtocol {
    /// The buffer with the bytes.
    public let owner: CMBlockBuffer

    /// The offset of the first byte in the buffer.
    public let startIndex: Int

    /// The offset after the last byte in the buffer.
    public let endIndex: Int
  }
}
