import PlayheadNetworking

/// The bytes of a part of a stream, which may have to be looked at twice before it is known what they are.
protocol PartBytes: ByteSource {
  /// The same bytes from the first one on. Instead of this source, not beside it.
  func fromBeginning() -> any ByteSource
  /// `fromBeginning` will not be called.
  func forgetBeginning()
}

/// The bytes of a part of a stream, one segment after the other, as libavformat wants to read them.
final class PartSource: PartBytes, @unchecked Sendable {
  // Sendable: made, used and dropped by the reader's thread alone; nobody else ever sees it.
  private let next: (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  private let control: StreamControl
  /// What was given so far; nil once it is not wanted again.
  private var beginning: [UInt8]?
  /// What is to be given before anything else.
  private var again: ArraySlice<UInt8>

  /// `next` gives the next bytes, 0 at the end of the part.
  convenience init(
    control: StreamControl, next: @escaping (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  ) {
    self.init(again: [], beginning: [], control: control, next: next)
  }

  private init(
    again: ArraySlice<UInt8>, beginning: [UInt8]?, control: StreamControl,
    next: @escaping (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  ) {
    self.again = again
    self.beginning = beginning
    self.control = control
    self.next = next
  }

  func fromBeginning() -> any ByteSource {
    PartSource(again: (beginning ?? [])[...], beginning: nil, control: control, next: next)
  }
  func forgetBeginning() { beginning = nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard again.isEmpty else {
      let count = min(buffer.count, again.count)
      buffer.copyBytes(from: again.prefix(count))
      again = again.dropFirst(count)
      return count
    }
    let count = try next(buffer)
    beginning?.append(contentsOf: buffer[..<count])
    return count
  }

  func seek(to offset: Int64) throws(ByteSourceError) { throw .noRanges }
  var size: Int64? { nil }
  var isSeekable: Bool { false }
  var transfer: TransferSnapshot? { nil }
  /// The stream's own reader is cancelled, not its parts.
  var isCancelled: Bool { control.isCancelled }
  func cancel() {}
  func resume() {}
}

/// A part that is a file of its own, whose index may lie at its end.
final class WholePartSource: PartBytes, @unchecked Sendable {
  // Sendable: as above.
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func fromBeginning() -> any ByteSource { WholePartSource(bytes) }
  func forgetBeginning() {}

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
