import Foundation
import PlayheadMedia

/// ID3 tags: versions 2.2, 2.3 and 2.4 at the front of a file, version 1 at its end (id3.org).
struct ID3Tags {
  /// The frames in file order, under the names of version 2.3 or later.
  private(set) var tags: [MediaTag] = []
  /// The minor version: 2, 3 or 4.
  private var version = 3

  /// The length of the tag at the front, header included; nil if there is none.
  static func length(_ head: [UInt8]) -> Int? {
    guard head.count >= 10, head.starts(with: Array("ID3".utf8)), head[3] < 0xFF, head[4] < 0xFF,
      !head[6..<10].contains(where: { $0 >= 0x80 })
    else { return nil }
    return 10 + head[6..<10].reduce(0) { $0 << 7 | Int($1) }
  }

  /// The frames of a tag; `bytes` begin with its header.
  static func read(_ bytes: [UInt8]) -> [MediaTag] {
    guard length(bytes) != nil, (2...4).contains(bytes[3]) else { return [] }
    var result = ID3Tags()
    result.version = Int(bytes[3])
    let flags = bytes[5]
    var body = Array(bytes.dropFirst(10))
    // In version 2.4 each frame has its own flag.
    if flags & 0x80 != 0, result.version < 4 { body = synchronised(body[...]) }
    result.readFrames(body, hasExtension: flags & 0x40 != 0)
    return result.tags
  }

  /// Undoes unsynchronisation: FF 00 replaces FF, because old players detect FF as MPEG audio.
  private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isAfterMark = false
    for byte in bytes {
      if !(isAfterMark && byte == 0) { result.append(byte) }
      isAfterMark = byte == 0xFF
    }
    return result
  }

  /// Reads all frames of a tag, up to the padding or the limit of tags.
  ///
  /// - Parameter hasExtension: Whether an extended header precedes the frames.
  private mutating func readFrames(_ body: [UInt8], hasExtension: Bool) {
    var bytes = TagBytes(body)
    if hasExtension, version > 2 {
      // The size includes itself in version 2.4 only.
      guard let size = version == 4 ? bytes.syncSafeNumber().map({ $0 - 4 }) : bytes.number(4).map({ Int($0) }),
        bytes.skip(size)
      else { return }
    }
    while tags.count < TagLimits.count, let frame = nextFrame(&bytes) { read(frame.name, frame.content) }
  }

  /// The next frame with its content decoded from unsynchronisation; nil at the padding or at the end. Compressed and
  /// encrypted frames are returned empty.
  private func nextFrame(_ bytes: inout TagBytes) -> (name: String, content: ArraySlice<UInt8>)? {
    let nameLength = version == 2 ? 3 : 4
    guard let nameBytes = bytes.take(nameLength), nameBytes.allSatisfy(Self.isNameCharacter) else { return nil }
    let size: Int? =
      switch version {
      case 2: bytes.number(3).map { Int($0) }
      case 4: frameSize(&bytes)
      default: bytes.number(4).map { Int($0) }
      }
    let flags = version == 2 ? 0 : bytes.number(2) ?? 0
    guard let size, size > 0, var content = bytes.take(size) else { return nil }
    let (isCompressed, isEncrypted) =
      version == 4 ? (flags & 0x8 != 0, flags & 0x4 != 0) : (flags & 0x80 != 0, flags & 0x40 != 0)
    let name = TagBytes.latin1(nameBytes)
    // Compressed or encrypted text does not occur in practice.
    guard !isCompressed, !isEncrypted else { return (name, content.prefix(0)) }
    if version == 4 {
      if flags & 0x40 != 0 { content = content.dropFirst() }
      if flags & 0x1 != 0 { content = content.dropFirst(4) }
      if flags & 0x2 != 0 { content = Self.synchronised(content)[...] }
    } else if version == 3, flags & 0x20 != 0 {
      content = content.dropFirst()
    }
    return (name, content)
  }

  /// The frame size. Some writers of version 2.4 do not use seven bits per byte: the size that leads to another frame
  /// is correct.
  private func frameSize(_ bytes: inout TagBytes) -> Int? {
    let start = bytes
    guard let safe = bytes.syncSafeNumber() else { return nil }
    var plain = start
    guard let whole = plain.number(4), whole != UInt64(safe), whole <= UInt64(start.count) else { return safe }
    func leads(_ size: Int) -> Bool {
      var next = bytes
      guard next.skip(2 + size) else { return false }
      guard let name = next.take(4) else { return next.isAtEnd }
      return name.allSatisfy(Self.isNameCharacter) || name.allSatisfy { $0 == 0 }
    }
    return !leads(safe) && leads(Int(whole)) ? Int(whole) : safe
  }

  /// Whether a byte may occur in the name of a frame: an uppercase letter or a digit.
  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
  }

  // MARK: Frames

  /// Converts a frame to tags; an empty frame is ignored.
  private mutating func read(_ name: String, _ content: ArraySlice<UInt8>) {
    let key = version == 2 ? ID3Names.newName[name] ?? name : name
    guard let first = content.first else { return }
    var bytes = TagBytes(content.dropFirst())
    switch key {
    // Cover images and chapters are read elsewhere.
    case "APIC", "PIC", "CHAP", "CTOC": break
    case "TXXX":
      let parts = Self.texts(bytes.rest, encoding: first)
      add(key, .text(parts.dropFirst().joined(separator: "\u{0}")), info: parts.first)
    case "WXXX":
      let (description, rest) = Self.split(bytes.rest, encoding: first)
      add(key, .text(TagBytes.latin1(rest).unpadded), info: description)
    case "COMM", "USLT":
      let language = bytes.take(3).map(TagBytes.latin1)
      let (description, rest) = Self.split(bytes.rest, encoding: first)
      let text = Self.texts(rest, encoding: first).joined(separator: "\n")
      add(key, .text(text), language: language, info: description)
    case "SYLT":
      let language = bytes.take(3).map(TagBytes.latin1)
      guard let lyrics = ID3Lyrics(&bytes, encoding: first) else { break }
      add(key, .text(lyrics.text), language: language, info: lyrics.description)
    case "UFID", "PRIV":
      let (owner, rest) = Self.split(content, encoding: 0)
      add(key, .bytes(Array(rest), .raw), info: owner)
    case "PCNT":
      if content.count <= 8 {
        add(key, .integer(Int64(truncatingIfNeeded: content.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })))
      }
    // iTunes' own frames contain text too.
    case let name where name.hasPrefix("T") || ["GRP1", "MVNM", "MVIN"].contains(name):
      for text in Self.texts(bytes.rest, encoding: first) where !text.isEmpty {
        add(key, .text(key == "TCON" ? ID3Names.genre(text) : text))
      }
    case let name where name.hasPrefix("W"): add(key, .text(TagBytes.latin1(content).unpadded))
    default: if content.count <= TagLimits.valueBytes { add(key, .bytes(Array(content), .raw)) }
    }
  }

  /// Adds a tag; the language is stored in lowercase.
  private mutating func add(_ key: String, _ value: MediaTag.Value, language: String? = nil, info: String? = nil) {
    tags.append(MediaTag(.id3, key, value, language: language?.lowercased(), info: info))
  }

  /// Texts separated by zeros: version 2.4 allows several.
  private static func texts(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
    var texts: [String] = []
    var rest = bytes
    repeat {
      let (text, next) = split(rest, encoding: encoding)
      texts.append(text.unpadded)
      rest = next
    } while !rest.isEmpty && texts.count < TagLimits.count
    return texts
  }

  /// The text up to a zero, and the rest.
  static func split(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> (String, ArraySlice<UInt8>) {
    guard encoding == 1 || encoding == 2 else {
      let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
      let text = encoding == 3 ? TagBytes.utf8(bytes[..<end]) : latin(bytes[..<end])
      return (text, bytes[end...].dropFirst())
    }
    var end = bytes.startIndex
    while end + 1 < bytes.endIndex, bytes[end] != 0 || bytes[end + 1] != 0 { end += 2 }
    end = min(end, bytes.endIndex)
    return (TagBytes.utf16(bytes[..<end]), bytes[end...].dropFirst(2))
  }

  /// Decodes ISO 8859-1. Many writers store UTF-8 instead; valid UTF-8 beyond ASCII is hardly anything else.
  private static func latin(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.contains(where: { $0 >= 0x80 }), let text = String(validating: bytes, as: UTF8.self) { return text }
    return TagBytes.latin1(bytes)
  }

  // MARK: Version 1

  /// Reads the 128 bytes at the end of a file.
  static func readVersion1(_ bytes: [UInt8]) -> [MediaTag] {
    guard bytes.count == 128, bytes.starts(with: Array("TAG".utf8)) else { return [] }
    func text(_ range: Range<Int>) -> String {
      latin(bytes[range].prefix { $0 != 0 }).unpadded
    }
    var found = [("TIT2", text(3..<33)), ("TPE1", text(33..<63)), ("TALB", text(63..<93)), ("TYER", text(93..<97))]
    found.append(("COMM", text(97..<127)))
    if bytes[125] == 0, bytes[126] != 0 { found.append(("TRCK", "\(bytes[126])")) }
    if bytes[127] < ID3Names.genres.count { found.append(("TCON", ID3Names.genres[Int(bytes[127])])) }
    return found.filter { !$0.1.isEmpty }.map { MediaTag(.id3, $0.0, .text($0.1)) }
  }
}
