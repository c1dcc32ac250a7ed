import PlayheadNetworking

/// Reads ISO base media boxes from a source.
struct BoxReader {
  /// A box by its place in the file.
  struct Box {
    /// The four-character type in ISO 8859-1.
    var type: String
    /// The offsets of the content, without size and type.
    var content: Range<Int64>
  }

  /// The source, whose position every call moves.
  private let source: any ByteSource
  /// Whether a box that extends beyond the file is clipped: lets tags of a truncated file be read.
  private let clips: Bool

  /// Creates a reader. The source must be seekable.
  init(_ source: any ByteSource, clips: Bool = false) {
    self.source = source
    self.clips = clips
  }

  /// The limit of boxes on one level: a day of two-second fragments.
  private static let boxLimit = 100_000

  /// The boxes of one level, up to and including the first of type `last`. A fragmented file has thousands of boxes
  /// that lie far apart, so the search stops as early as possible.
  func boxes(in range: Range<Int64>, through last: String? = nil) -> [Box] {
    var result: [Box] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound, result.count < Self.boxLimit, let head = bytes(at: position, count: 16) {
      var size = Int64(number(head, at: 0, width: 4))
      var headerSize: Int64 = 8
      if size == 1 {
        size = Int64(clamping: number(head, at: 8, width: 8))
        headerSize = 16
      } else if size == 0 {
        size = range.upperBound - position
      }
      if clips { size = min(size, range.upperBound - position) }
      guard size >= headerSize, size <= range.upperBound - position else { break }
      // Types are four bytes: © is one byte in ISO 8859-1.
      let type = TagBytes.latin1(head[4..<8])
      result.append(Box(type: type, content: position + headerSize..<position + size))
      if type == last { break }
      position += size
    }
    return result
  }

  /// The timescale and duration of an `mvhd` or `mdhd`.
  func header(_ box: Box) -> (timescale: Int64, duration: Int64)? {
    guard let data = bytes(at: box.content.lowerBound, count: 36), data.count >= 20 else { return nil }
    if data[0] == 1 {
      guard data.count >= 32 else { return nil }
      return (Int64(number(data, at: 20, width: 4)), Int64(clamping: number(data, at: 24, width: 8)))
    }
    return (Int64(number(data, at: 12, width: 4)), Int64(number(data, at: 16, width: 4)))
  }

  /// The track identifier in a `tkhd`; nil if the box is too short.
  func trackIdentifier(_ box: Box) -> Int32? {
    guard let data = bytes(at: box.content.lowerBound, count: 24), data.count == 24 else { return nil }
    return Int32(exactly: number(data, at: data[0] == 1 ? 20 : 12, width: 4))
  }

  /// The entries of an `elst`. Durations are in the movie's timescale, media times in the track's; -1 is an empty edit.
  func edits(_ box: Box) -> [(duration: Int64, mediaTime: Int64, rate: Double)] {
    guard let head = bytes(at: box.content.lowerBound, count: 8), head.count == 8 else { return [] }
    let isLong = head[0] == 1
    let count = min(Int(number(head, at: 4, width: 4)), 64)
    let width = isLong ? 20 : 12
    guard let data = bytes(at: box.content.lowerBound + 8, count: count * width), data.count == count * width else {
      return []
    }
    return (0..<count).map { index in
      let at = index * width
      let rate = Double(Int32(truncatingIfNeeded: number(data, at: at + width - 4, width: 4))) / 65_536
      guard isLong else {
        return (
          Int64(number(data, at: at, width: 4)), Int64(Int32(truncatingIfNeeded: number(data, at: at + 4, width: 4))),
          rate
        )
      }
      return (
        Int64(clamping: number(data, at: at, width: 8)), Int64(bitPattern: number(data, at: at + 8, width: 8)), rate
      )
    }
  }

  /// A big-endian number of `width` bytes; 0 if it exceeds the data.
  func number(_ data: [UInt8], at offset: Int, width: Int) -> UInt64 {
    guard offset + width <= data.count else { return 0 }
    return data[offset..<offset + width].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// All bytes of a range; nil if some cannot be read.
  func exactBytes(_ range: Range<Int64>) -> [UInt8]? {
    guard !range.isEmpty else { return [] }
    guard range.lowerBound >= 0, range.count <= TagLimits.bytes * 2,
      let data = read(at: range.lowerBound, count: range.count), data.count == range.count
    else { return nil }
    return data
  }

  /// Up to `count` bytes; nil if fewer than 8 can be read.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    read(at: offset, count: count).flatMap { $0.count >= 8 ? $0 : nil }
  }

  /// Up to `count` bytes, fewer at the end of the file; nil if the source fails.
  private func read(at offset: Int64, count: Int) -> [UInt8]? {
    var data = [UInt8](repeating: 0, count: count)
    do throws(ByteSourceError) {
      try source.seek(to: offset)
      var filled = 0
      while filled < count {
        let result = data.withUnsafeMutableBytes { bytes in
          Result { () throws(ByteSourceError) in
            try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
          }
        }
        let read = try result.get()
        guard read > 0 else { break }
        filled += read
      }
      return filled == count ? data : Array(data.prefix(filled))
    } catch {
      return nil
    }
  }
}
