import PlayheadMedia
import PlayheadNetworking

/// Metadata of MP4 and QuickTime files: user data, iTunes' list and QuickTime's keyed values.
///
/// ISO/IEC 14496-12 §8.10 and §8.11, QuickTime File Format “User Data” and “Metadata”, 3GPP TS 26.244 §8.
struct MP4Tags {
  /// Reads the boxes of the file.
  private let reader: BoxReader
  /// Whether the file declares itself a QuickTime movie: then user data without the sign © is QuickTime's too.
  private let isQuickTime: Bool
  /// The tags found so far, in file order.
  private(set) var tags: [MediaTag] = []
  /// The bytes of values read so far, limited by `TagLimits.bytes`.
  private var bytes = 0

  /// Creates a reader without tags.
  init(_ reader: BoxReader, isQuickTime: Bool) {
    self.reader = reader
    self.isQuickTime = isQuickTime
  }

  /// The tags in `udta` and `meta` among the boxes of a movie or a track.
  static func read(_ parts: [BoxReader.Box], _ reader: BoxReader, isQuickTime: Bool) -> [MediaTag] {
    var tags = MP4Tags(reader, isQuickTime: isQuickTime)
    for part in parts where part.type == "meta" { tags.readMeta(part) }
    for part in parts where part.type == "udta" { tags.readUserData(part) }
    return tags.tags
  }

  /// Adds a tag up to the limit.
  private mutating func add(_ tag: MediaTag) { if tags.count < TagLimits.count { tags.append(tag) } }

  /// The bytes of a value; nil if it is too long, or if all values together are.
  private mutating func content(_ range: Range<Int64>) -> [UInt8]? {
    guard range.count <= TagLimits.valueBytes, bytes + range.count <= TagLimits.bytes else { return nil }
    bytes += range.count
    return reader.exactBytes(range)
  }

  // MARK: User data

  /// Reads the boxes of `udta`; unknown ones are ignored.
  private mutating func readUserData(_ box: BoxReader.Box) {
    for part in reader.boxes(in: box.content) {
      switch part.type {
      case "meta": readMeta(part)
      case let type where type.unicodeScalars.first == "\u{A9}": readInternational(part)
      case "name" where isQuickTime, "tagc", "ades": readPlain(part)
      case "cprt", "titl", "auth", "perf", "gnre", "dscp", "albm", "tnam", "clsf": readFullText(part)
      case "yrrc", "date", "urat", "kywd": readOther(part)
      default: break
      }
    }
  }

  /// A list of texts, each with its length and its language.
  private mutating func readInternational(_ box: BoxReader.Box) {
    guard let content = content(box.content) else { return }
    var bytes = TagBytes(content)
    var hasFound = false
    while bytes.count >= 4, let length = bytes.number(2), let language = bytes.number(2),
      let text = bytes.take(Int(length))
    {
      hasFound = true
      let isMacintosh = language < 0x400 && !(text.allSatisfy { $0 < 0x80 })
      let decoded =
        isMacintosh && String(validating: text, as: UTF8.self) == nil ? TagBytes.latin1(text) : TagBytes.marked(text)
      add(MediaTag(.quickTimeUserData, box.type, .text(decoded.unpadded), language: MP4Language.name(UInt16(language))))
    }
    // Some writers omit the lengths.
    if !hasFound, !content.isEmpty {
      add(MediaTag(.quickTimeUserData, box.type, .text(TagBytes.marked(content[...]).unpadded)))
    }
  }

  /// Reads text without length and language.
  private mutating func readPlain(_ box: BoxReader.Box) {
    guard var content = content(box.content)?[...] else { return }
    // In ISO files these are full boxes, with four bytes of version and flags.
    if content.starts(with: [0, 0, 0, 0]) { content = content.dropFirst(4) }
    add(MediaTag(isQuickTime ? .quickTimeUserData : .isoUserData, box.type, .text(TagBytes.marked(content).unpadded)))
  }

  /// Reads the text of a full box with a language (3GPP TS 26.244 §8.2).
  private mutating func readFullText(_ box: BoxReader.Box) {
    guard let content = content(box.content) else { return }
    var bytes = TagBytes(content)
    // Ratings and classifications have a name and a table before the text.
    guard bytes.skip(box.type == "clsf" ? 10 : 4), let language = bytes.number(2) else { return }
    var text = bytes.rest
    if box.type == "albm", let end = text.firstIndex(of: 0) { text = text[..<end] }
    add(
      MediaTag(
        box.type == "tnam" ? .quickTimeUserData : .isoUserData, box.type, .text(TagBytes.marked(text).unpadded),
        language: MP4Language.name(UInt16(language))))
  }

  /// Reads the boxes of 3GPP with other layouts: the recording year, keywords, and texts without a language.
  private mutating func readOther(_ box: BoxReader.Box) {
    guard let content = content(box.content) else { return }
    var bytes = TagBytes(content)
    guard bytes.skip(4) else { return }
    switch box.type {
    case "yrrc":
      if let year = bytes.number(2) { add(MediaTag(.isoUserData, "yrrc", .integer(Int64(year)))) }
    case "kywd":
      guard let language = bytes.number(2), let count = bytes.number(1) else { return }
      for _ in 0..<count {
        guard let length = bytes.number(1), let word = bytes.take(Int(length)) else { return }
        let text = TagBytes.marked(word).unpadded
        add(MediaTag(.isoUserData, "kywd", .text(text), language: MP4Language.name(UInt16(language))))
      }
    default: add(MediaTag(.isoUserData, box.type, .text(TagBytes.marked(bytes.rest).unpadded)))
    }
  }

  // MARK: Metadata

  /// Reads the items of a `meta` box: with keys (`mdta`) or under iTunes' atoms.
  private mutating func readMeta(_ box: BoxReader.Box) {
    // In ISO files `meta` is a full box, in QuickTime files it is not: detected by the type of the first box inside.
    guard let head = reader.bytes(at: box.content.lowerBound, count: 12), head.count == 12 else { return }
    let isPlain = TagBytes.latin1(head[4..<8]) == "hdlr"
    let parts = reader.boxes(in: (box.content.lowerBound + (isPlain ? 0 : 4))..<box.content.upperBound)
    let names = parts.first { $0.type == "keys" }.map { keys($0) } ?? []
    for part in parts where part.type == "ilst" {
      for item in reader.boxes(in: part.content).prefix(TagLimits.count) { readItem(item, names) }
    }
  }

  /// The names in a `keys` box, whose namespaces are ignored.
  private mutating func keys(_ box: BoxReader.Box) -> [String] {
    guard let content = content(box.content) else { return [] }
    var bytes = TagBytes(content)
    guard bytes.skip(4), let count = bytes.number(4) else { return [] }
    var names: [String] = []
    while names.count < min(Int(count), TagLimits.count), let size = bytes.number(4), bytes.skip(4),
      let name = bytes.take(Int(size) - 8)
    {
      names.append(TagBytes.utf8(name))
    }
    return names
  }

  /// Reads the values of an item.
  ///
  /// - Parameter names: The names of the `keys` box; empty for iTunes' list.
  private mutating func readItem(_ item: BoxReader.Box, _ names: [String]) {
    let parts = reader.boxes(in: item.content)
    var (space, key) = (MediaTag.Space.iTunes, item.type)
    if !names.isEmpty {
      // The type is the one-based index of the key.
      let index = item.type.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value & 0xFF) }
      guard names.indices.contains(index - 1) else { return }
      (space, key) = (.quickTimeMetadata, names[index - 1])
    } else if item.type == "----" {
      let names = ["mean", "name"].compactMap { type in
        parts.first { $0.type == type }.flatMap { content($0.content) }.map { TagBytes.utf8($0.dropFirst(4)) }
      }
      (space, key) = (.iTunesLongForm, names.joined(separator: "."))
    }
    for part in parts where part.type == "data" { readData(part, space, key) }
  }

  /// Reads one value with its type and language. Images and long values are stored as byte ranges.
  private mutating func readData(_ box: BoxReader.Box, _ space: MediaTag.Space, _ key: String) {
    guard let head = reader.bytes(at: box.content.lowerBound, count: 8), head.count == 8 else { return }
    let payload = box.content.dropFirst(8)
    let range = payload.startIndex..<max(payload.startIndex, payload.endIndex)
    let type = reader.number(head, at: 0, width: 4)
    let language = MP4Language.name(UInt16(truncatingIfNeeded: reader.number(head, at: 6, width: 2)))
    func tag(_ value: MediaTag.Value) -> MediaTag { MediaTag(space, key, value, language: language) }
    // Images are read from the file on demand.
    if let imageType = Self.imageTypes[type] { return add(tag(.stored(range, imageType))) }
    guard let content = content(range) else { return add(tag(.stored(range, .raw))) }
    if key == "covr" { return add(tag(.stored(range, .raw))) }
    guard let value = Self.value(content, type: type, key: key) else { return }
    if space == .iTunes, key == "gnre", case .integer(let number) = value, let name = ID3Names.genre(number: number - 1)
    {
      // The index is one-based.
      return add(tag(.text(name)))
    }
    add(tag(value))
  }

  /// The well-known types of images.
  private static let imageTypes: [UInt64: MediaTag.DataType] = [13: .jpeg, 14: .png, 27: .bmp]
}
