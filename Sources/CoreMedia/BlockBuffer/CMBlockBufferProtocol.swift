import Foundation

/// A block buffer, or a part of one.
///
/// A part beyond the end of its buffer can be made, but not used: every function then throws
/// `CMBlockBuffer.Error.badOffsetParameter` or `badLengthParameter`.
public protocol CMBlockBufferProtocol {
  /// The buffer with the bytes.
  var owner: CMBlockBuffer { get }

  /// The offset of the first byte in `owner`.
  var startIndex: Int { get }

  /// The offset after the last byte in `owner`.
  var endIndex: Int { get }
}

extension CMBlockBufferProtocol {
  /// The number of bytes.
  public var dataLength: Int { endIndex - startIndex }

  /// Whether all bytes are in one block.
  public var isContiguous: Bool { (try? owner.segments(in: startIndex, length: dataLength).count) == 1 }

  /// The bytes, copied.
  public func dataBytes() throws -> Data {
    let length = dataLength
    let parts = try owner.segments(in: startIndex, length: length)
    var data = Data(count: length)
    try data.withUnsafeMutableBytes { try Self.copy(parts, to: $0) }
    return data
  }

  /// Copies the bytes to memory of at least the same size.
  ///
  /// Throws `CMBlockBuffer.Error.insufficientSpace`.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    let parts = try owner.segments(in: startIndex, length: dataLength)
    guard destination.count >= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
    try Self.copy(parts, to: destination)
  }

  /// Writes bytes over the first ones.
  ///
  /// Throws `CMBlockBuffer.Error.badLengthParameter` if there are more bytes than here.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
    guard var source = sourceBytes.baseAddress else { return }
    for part in try owner.segments(in: startIndex, length: sourceBytes.count) {
      let memory = try part.block.assureMemory()
      (memory + part.range.lowerBound).copyMemory(from: source, byteCount: part.range.count)
      source += part.range.count
    }
  }

  /// Sets all bytes to one value.
  public func fillDataBytes(with fillByte: UInt8) throws {
    for part in try owner.segments(in: startIndex, length: dataLength) {
      let memory = try part.block.assureMemory()
      memset(memory + part.range.lowerBound, Int32(fillByte), part.range.count)
    }
  }

  /// Calls `body` with the bytes in one piece, which are copied where they are not.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let parts = try owner.segments(in: startIndex, length: dataLength)
    guard parts.count == 1, let part = parts.first else { return try dataBytes().withUnsafeBytes(body) }
    guard let memory = part.block.memory else { throw CMBlockBuffer.Error.unallocatedBlock }
    return try body(UnsafeRawBufferPointer(start: memory + part.range.lowerBound, count: part.range.count))
  }

  /// A buffer with the same bytes in one block: without a copy where they are, unless `alwaysCopyData` is set.
  public func makeContiguous(
    allocator: CFAllocator? = kCFAllocatorDefault, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(in: BlockMemory(length: dataLength), flags: flags)
  }

  /// A buffer with the same bytes in one block, which the closures allocate and free where it is needed.
  public func makeContiguous(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(in: BlockMemory(length: dataLength, allocate: allocator, free: deallocator), flags: flags)
  }

  private func makeContiguous(in block: BlockMemory, flags: CMBlockBuffer.Flags) throws -> CMBlockBuffer {
    let parts = try owner.segments(in: startIndex, length: dataLength)
    guard !parts.isEmpty else { throw CMBlockBuffer.Error.emptyBlockBuffer }
    if parts.count == 1, !flags.contains(.alwaysCopyData) { return CMBlockBuffer(parts) }
    let memory = try block.assureMemory()
    try Self.copy(parts, to: UnsafeMutableRawBufferPointer(start: memory, count: block.length))
    return CMBlockBuffer([CMBlockBuffer.Segment(block: block, range: 0..<block.length)])
  }

  /// The bytes in a range of offsets of `owner`.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
  }

  /// The bytes in a range of offsets of `owner`, with the last one.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice {
    let (end, overflow) = bounds.upperBound.addingReportingOverflow(1)
    return CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: overflow ? .max : end)
  }

  /// The bytes from an offset of `owner` on.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: endIndex)
  }

  /// The bytes before an offset of `owner`.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: bounds.upperBound)
  }

  /// The bytes up to an offset of `owner`, with the last one.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
    let (end, overflow) = bounds.upperBound.addingReportingOverflow(1)
    return CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: overflow ? .max : end)
  }

  /// All bytes.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: endIndex)
  }

  private static func copy(_ parts: [CMBlockBuffer.Segment], to destination: UnsafeMutableRawBufferPointer) throws {
    guard var target = destination.baseAddress else { return }
    for part in parts {
      guard let memory = part.block.memory else { throw CMBlockBuffer.Error.unallocatedBlock }
      target.copyMemory(from: memory + part.range.lowerBound, byteCount: part.range.count)
      target += part.range.count
    }
  }
}
