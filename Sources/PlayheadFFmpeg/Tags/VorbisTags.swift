import PlayheadMedia
import PlayheadNetworking

/// Vorbis comments (xiph.org “Vorbis I”, appendix “comment field and header specification”) of FLAC and Ogg files.
enum VorbisTags {
  /// Parses a comment header, from the vendor's name on.
  static func read(_ header: ArraySlice<UInt8>) -> [MediaTag] {
    var bytes = TagBytes(header)
    guard let vendor = bytes.littleNumber(4), let name = bytes.take(Int(vendor)), let count = bytes.littleNumber(4)
    else { return [] }
    var tags: [MediaTag] = []
    for _ in 0..<min(Int(count), TagLimits.count) {
      guard let length = bytes.littleNumber(4), let comment = bytes.take(Int(length)) else { break }
      if let tag = tag(comment) { tags.append(tag) }
    }
    let hasEncoder = tags.contains { $0.key == "ENCODER" }
    let vendorName = TagBytes.utf8(name)
    if !hasEncoder, !vendorName.isEmpty { tags.append(MediaTag(.vorbis, "VENDOR", .text(vendorName))) }
    return tags
  }

  /// Parses `NAME=text`. Cover images and chapters are read elsewhere, so their comments are omitted.
  private static func tag(_ comment: ArraySlice<UInt8>) -> MediaTag? {
    guard let sign = comment.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = TagBytes.latin1(comment[..<sign]).uppercased()
    guard !key.isEmpty, key != "METADATA_BLOCK_PICTURE", key != "COVERART", !isChapter(key) else { return nil }
    return MediaTag(.vorbis, key, .text(TagBytes.utf8(comment[comment.index(after: sign)...])))
  }

  /// Whether the key is `CHAPTER001` or derived from it.
  private static func isChapter(_ key: String) -> Bool {
    let rest = Array(key.utf8.dropFirst(7))
    return key.hasPrefix("CHAPTER") && rest.count >= 3 && rest.prefix(3).allSatisfy { (0x30...0x39).contains($0) }
  }

  // MARK: Location

  /// The comment block of a FLAC file that begins at `start` (RFC 9639 §8.6).
  static func flac(_ reader: BoxReader, at start: Int64) -> [MediaTag] {
    guard reader.exactBytes(start..<start + 4)?.elementsEqual("fLaC".utf8) == true else { return [] }
    var position = start + 4
    for _ in 0..<128 {
      guard let head = reader.exactBytes(position..<position + 4) else { return [] }
      let length = Int64(reader.number(head, at: 1, width: 3))
      if head[0] & 0x7F == 4 {
        return length <= TagLimits.bytes
          ? read(reader.exactBytes(position + 4..<position + 4 + length)?[...] ?? []) : []
      }
      if head[0] & 0x80 != 0 { return [] }
      position += 4 + length
    }
    return []
  }

  /// The comment headers of an Ogg file: the second packet of each stream (RFC 3533 §6).
  static func ogg(_ reader: BoxReader) -> [MediaTag] {
    var packets = OggPackets(reader)
    let prefixes: [[UInt8]] = [
      [3] + Array("vorbis".utf8), Array("OpusTags".utf8), [0x81] + Array("theora".utf8),
    ]
    while let packet = packets.next() {
      for prefix in prefixes where packet.starts(with: prefix) { return read(packet.dropFirst(prefix.count)) }
      // FLAC in Ogg: a metadata block of type 4 with its length.
      if let first = packet.first, first & 0x7F == 4, packet.count > 8, packets.hasFLAC {
        return read(packet.dropFirst(4))
      }
    }
    return []
  }
}

/// The first packets of an Ogg file, assembled from its pages.
private struct OggPackets {
  /// Reads ranges of the file.
  private let reader: BoxReader
  /// The offset of the next page.
  private var position: Int64 = 0
  /// The incomplete packets by serial number of their stream.
  private var open: [UInt64: [UInt8]] = [:]
  /// The complete packets that were not returned yet.
  private var ready: [[UInt8]] = []
  /// The number of pages read.
  private var pages = 0
  /// Whether a stream begins with the header of FLAC in Ogg.
  private(set) var hasFLAC = false

  /// Creates a reader at the start of the file.
  init(_ reader: BoxReader) { self.reader = reader }

  /// Headers fill the first pages; a cover image in the comments fills many.
  private static let pageLimit = 400

  /// The next complete packet of any stream; nil at the page limit, at the end, and for damaged data.
  mutating func next() -> ArraySlice<UInt8>? {
    while ready.isEmpty {
      guard pages < Self.pageLimit, readPage() else { return nil }
    }
    return ready.removeFirst()[...]
  }

  /// Reads a page and its packets (RFC 3533 §6). False at the end of the file or for damaged data.
  private mutating func readPage() -> Bool {
    guard let head = reader.exactBytes(position..<position + 27), head.starts(with: Array("OggS".utf8)) else {
      return false
    }
    pages += 1
    let count = Int64(head[26])
    guard let lacing = reader.exactBytes(position + 27..<position + 27 + count) else { return false }
    let length = lacing.reduce(0) { $0 + Int64($1) }
    let start = position + 27 + count
    guard let body = reader.exactBytes(start..<start + length) else { return false }
    position = start + length
    let serial = reader.number(head, at: 14, width: 4)
    var at = 0
    for size in lacing {
      open[serial, default: []] += body[at..<at + Int(size)]
      at += Int(size)
      guard size < 255, let packet = open.removeValue(forKey: serial) else { continue }
      if packet.starts(with: [0x7F] + Array("FLAC".utf8)) { hasFLAC = true }
      ready.append(packet)
    }
    return open.values.allSatisfy { $0.count <= TagLimits.bytes }
  }
}
