import PlayheadNetworking

/// The bytes of a part of a stream, one segment after the other, as libavformat wants to read them.
final class PartSource: ByteSource, @unchecked Sendable {
  // Sendable: made, used and dropped by the reader's thread alone; nobody else ever sees it.
  private let next: (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int

  /// `next` gives the next bytes, 0 at the end of the part.
  init(next: @escaping (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int) { self.next = next }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int { try next(buffer) }
  func seek(to offset: Int64) throws(ByteSourceError) { throw .noRanges }
  var size: Int64? { nil }
  var isSeekable: Bool { false }
  var transfer: TransferSnapshot? { nil }
  func cancel() {}
  func resume() {}
}

/// A part that is a file of its own, whose index may lie at its end.
final class WholePartSource: ByteSource, @unchecked Sendable {
  // Sendable: as above.
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    offset += count
    return count
  }

  func seek(to offset: Int64) throws(ByteSourceError) { self.offset = Int(clamping: max(0, offset)) }
  var size: Int64? { Int64(bytes.count) }
  var isSeekable: Bool { true }
  var transfer: TransferSnapshot? { nil }
  func cancel() {}
  func resume() {}
}
