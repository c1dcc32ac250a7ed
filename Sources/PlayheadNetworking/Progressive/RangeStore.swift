/// The cached parts of a resource: separate contiguous regions with a common byte limit.
///
/// At the limit, pieces before the position in its own region are evicted first, beyond those retained for seeking
/// back; then the least recently used region. Bytes ahead of the position in its region are not evicted: their transfer
/// is paused instead.
struct RangeStore: Sendable {
  /// Pieces are evicted as a whole, so they are the granularity of the limit.
  static let pieceSize = 64 << 10

  /// A part of a region that is evicted as a whole.
  private struct Piece: Sendable {
    /// The offset of the first byte.
    var start: Int64
    /// At least one byte; usually up to `pieceSize`.
    var bytes: [UInt8]
    var end: Int64 { start + Int64(bytes.count) }
  }

  /// Contiguous pieces.
  private struct Region: Sendable {
    /// In ascending order, without gaps; empty only while a region is created.
    var pieces: [Piece]
    /// Increases with each read and insertion: the least recently used region is evicted first.
    var lastUse: Int
    var start: Int64 { pieces.first?.start ?? 0 }
    var end: Int64 { pieces.last?.end ?? 0 }
  }

  /// In ascending order, separated by gaps.
  private var regions: [Region] = []
  /// The total number of cached bytes.
  private(set) var byteCount = 0
  /// The number of reads and insertions so far.
  private var uses = 0
  /// The maximum of cached bytes; exceeded only by bytes ahead of the position.
  let limit: Int
  /// Bytes behind the position that are retained as long as others can be evicted.
  let backLimit: Int

  /// Creates an empty store; limits are in bytes.
  init(limit: Int, backLimit: Int) {
    self.limit = limit
    self.backLimit = backLimit
  }

  var ranges: [Range<Int64>] { regions.map { $0.start..<$0.end } }

  /// The end of the contiguous bytes from `offset` on; nil if there are none.
  func end(from offset: Int64) -> Int64? { region(at: offset).map { regions[$0].end } }

  /// The index of the region that contains an offset; nil if there is none.
  private func region(at offset: Int64) -> Int? {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < regions.count && regions[low].start <= offset ? low : nil
  }

  /// Copies the cached bytes from `offset` on and returns their number.
  mutating func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) -> Int {
    guard let index = region(at: offset) else { return 0 }
    uses += 1
    regions[index].lastUse = uses
    return copy(from: regions[index], at: offset, into: target)
  }

  /// Copies the bytes of a region from an offset on, up to its end.
  private func copy(from region: Region, at offset: Int64, into target: UnsafeMutableRawBufferPointer) -> Int {
    var low = 0
    var high = region.pieces.count
    while low < high {
      let middle = (low + high) / 2
      if region.pieces[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    var done = 0
    while done < target.count, low < region.pieces.count {
      let piece = region.pieces[low]
      let from = Int(offset + Int64(done) - piece.start)
      let count = min(target.count - done, piece.bytes.count - from)
      piece.bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[from..<from + count]))
      }
      done += count
      low += 1
    }
    return done
  }

  /// Inserts bytes at `offset`, omitting those already cached. `position` is the read position.
  mutating func insert(_ bytes: UnsafeRawBufferPointer, at offset: Int64, position: Int64) {
    var offset = offset
    var bytes = bytes
    while !bytes.isEmpty {
      if let known = end(from: offset) {
        let skipped = min(Int64(bytes.count), known - offset)
        offset += skipped
        bytes = UnsafeRawBufferPointer(rebasing: bytes[Int(skipped)...])
        continue
      }
      let next = regions.first { $0.start > offset }?.start
      let count = next.map { Int(min(Int64(bytes.count), $0 - offset)) } ?? bytes.count
      append(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset)
      offset += Int64(count)
      bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
    }
    shrink(around: position)
  }

  /// Adds new bytes at the end of a region or as a new one, and merges it with an adjacent region.
  private mutating func append(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    byteCount += bytes.count
    uses += 1
    let index: Int
    if let before = regions.lastIndex(where: { $0.end == offset }) {
      index = before
    } else {
      index = regions.firstIndex { $0.start > offset } ?? regions.count
      regions.insert(Region(pieces: [], lastUse: uses), at: index)
    }
    regions[index].lastUse = uses
    if let last = regions[index].pieces.indices.last,
      regions[index].pieces[last].bytes.count + bytes.count <= Self.pieceSize
    {
      regions[index].pieces[last].bytes.append(contentsOf: bytes)
    } else {
      var piece = Piece(start: offset, bytes: [])
      piece.bytes.reserveCapacity(max(Self.pieceSize, bytes.count))
      piece.bytes.append(contentsOf: bytes)
      regions[index].pieces.append(piece)
    }
    if index + 1 < regions.count, regions[index].end == regions[index + 1].start {
      regions[index].pieces += regions.remove(at: index + 1).pieces
    }
  }

  // MARK: Limit

  /// Evicts bytes until the limit is met or only bytes ahead of the position are left.
  private mutating func shrink(around position: Int64) {
    guard byteCount > limit else { return }
    dropBehind(position, keeping: Int64(backLimit))
    while byteCount > limit, let oldest = oldestRegion(without: position) { dropFirst(of: oldest) }
    if byteCount > limit { dropBehind(position, keeping: 0) }
  }

  /// Evicts pieces of the position's own region that end at least `retained` bytes before it.
  private mutating func dropBehind(_ position: Int64, keeping retained: Int64) {
    guard let index = region(at: position) ?? regions.lastIndex(where: { $0.end == position }) else { return }
    while byteCount > limit, let first = regions[index].pieces.first, first.end <= position - retained {
      regions[index].pieces.removeFirst()
      byteCount -= first.bytes.count
      if regions[index].pieces.isEmpty {
        regions.remove(at: index)
        return
      }
    }
  }

  /// The least recently used region that does not contain the position; nil if there is none.
  private func oldestRegion(without position: Int64) -> Int? {
    regions.indices.filter { !(regions[$0].start <= position && position <= regions[$0].end) }
      .min { regions[$0].lastUse < regions[$1].lastUse }
  }

  /// Evicts the first piece of a region.
  private mutating func dropFirst(of index: Int) {
    byteCount -= regions[index].pieces.removeFirst().bytes.count
    if regions[index].pieces.isEmpty { regions.remove(at: index) }
  }
}
