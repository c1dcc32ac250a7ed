import PlayheadNetworking

/// The bytes of one part of a stream, which can be probed twice.
protocol PartBytes: ByteSource {
  /// A source that restarts at the first byte. It replaces this source.
  func fromBeginning() -> any ByteSource
  /// Releases the bytes cached for `fromBeginning`, which is no longer needed.
  func discardBeginning()
}

/// A `ByteSource` for libavformat that concatenates the segments of one part.
final class PartSource: PartBytes, @unchecked Sendable {
  // Sendable: created, used and released on the reader's thread alone.
  /// Copies the next bytes of the part into a buffer and returns their number; 0 at its end. May block.
  private let next: (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// The control of the stream's reader, which is asked about cancellation.
  private let control: StreamControl
  /// The bytes returned so far, for `fromBeginning`; nil once they are no longer needed.
  private var cachedPrefix: [UInt8]?
  /// Cached bytes that are returned before `next` is called.
  private var replay: ArraySlice<UInt8>

  /// `next` returns the next bytes, 0 at the end of the part.
  ///
  /// The bytes are cached from the first one on, until `discardBeginning` or `fromBeginning`.
  convenience init(
    control: StreamControl, next: @escaping (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  ) {
    self.init(replay: [], cachedPrefix: [], control: control, next: next)
  }

  private init(
    replay: ArraySlice<UInt8>, cachedPrefix: [UInt8]?, control: StreamControl,
    next: @escaping (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  ) {
    self.replay = replay
    self.cachedPrefix = cachedPrefix
    self.control = control
    self.next = next
  }

  func fromBeginning() -> any ByteSource {
    PartSource(replay: (cachedPrefix ?? [])[...], cachedPrefix: nil, control: control, next: next)
  }
  func discardBeginning() { cachedPrefix = nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard replay.isEmpty else {
      let count = min(buffer.count, replay.count)
      buffer.copyBytes(from: replay.prefix(count))
      replay = replay.dropFirst(count)
      return count
    }
    let count = try next(buffer)
    cachedPrefix?.append(contentsOf: buffer[..<count])
    return count
  }

  /// Seeking is not possible: segments are fetched in order.
  func seek(to offset: Int64) throws(ByteSourceError) { throw .noRanges }
  var size: Int64? { nil }
  var isSeekable: Bool { false }
  var transfer: TransferSnapshot? { nil }
  /// Cancellation applies to the stream's reader, not to single parts.
  var isCancelled: Bool { control.isCancelled }
  func cancel() {}
  func resume() {}
}

/// A part that is a complete file, whose index may be at its end.
final class WholePartSource: PartBytes, @unchecked Sendable {
  // Sendable: as above.
  /// The complete file, initialization section included.
  private let bytes: [UInt8]
  /// The index of the next byte to read.
  private var offset = 0

  /// Creates a source at the first byte.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func fromBeginning() -> any ByteSource { WholePartSource(bytes) }
  func discardBeginning() {}

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
  var isCancelled: Bool { false }
  func cancel() {}
  func resume() {}
}
