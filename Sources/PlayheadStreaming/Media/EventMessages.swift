import CoreMedia

/// An event message of fragmented MP4, the box `emsg` (ISO/IEC 23009-1 §5.10.3.3).
package struct EventMessage: Sendable, Equatable {
  /// `scheme_id_uri`: the URI that defines the meaning of `value` and `data`.
  package var scheme: String
  /// A string that the scheme defines, often empty.
  package var value: String
  /// The presentation time in the timescale of the box: relative to the segment in version 0, otherwise on the timeline
  /// of the track.
  package var time: CMTime
  /// Whether `time` is relative to the start of the segment.
  package var isRelative: Bool
  /// nil if unknown.
  package var duration: CMTime?
  /// Distinguishes the messages of one scheme and value; repetitions have the same number.
  package var identifier: UInt32
  /// The message, in the format of the scheme.
  package var data: [UInt8]

  /// Whether it contains an ID3 tag ("Carriage of ID3 Timed Metadata in CMAF", AOM).
  package var holdsID3: Bool {
    scheme == "https://aomedia.org/emsg/ID3" || scheme == "https://developer.apple.com/streaming/emsg-id3"
  }

  /// Parses the box's content after its size and type. nil if it is invalid.
  init?(_ content: [UInt8]) {
    var rest = content[...]
    guard let version = Self.number(&rest, 1), Self.number(&rest, 3) != nil, version <= 1 else { return nil }
    var texts: [String] = []
    if version == 0 { texts = [Self.text(&rest), Self.text(&rest)].compactMap { $0 } }
    guard let scale = Self.number(&rest, 4), let ticks = Self.number(&rest, version == 0 ? 4 : 8),
      let length = Self.number(&rest, 4), let identifier = Self.number(&rest, 4)
    else { return nil }
    if version == 1 { texts = [Self.text(&rest), Self.text(&rest)].compactMap { $0 } }
    guard texts.count == 2, scale > 0, scale <= UInt64(Int32.max), ticks <= UInt64(Int64.max) else { return nil }
    (scheme, value) = (texts[0], texts[1])
    time = CMTime(value: Int64(ticks), timescale: Int32(scale))
    isRelative = version == 0
    duration = length == 0xFFFF_FFFF || length == 0 ? nil : CMTime(value: Int64(length), timescale: Int32(scale))
    self.identifier = UInt32(truncatingIfNeeded: identifier)
    data = Array(rest)
  }

  /// Takes `count` bytes as a big-endian number; nil, and nothing taken, if there are fewer.
  private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> UInt64? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Takes a zero-terminated string; nil if the terminator is missing.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

/// Extracts the event messages from a fragmented MP4 byte stream, in chunks of any size.
///
///     size and type ──► another box: skipped ──────┐
///        ▲         └──► emsg: collected, read ─────┤
///        └─────────────────────────────────────────┘
package struct EventMessages: Sendable {
  /// The position in the structure of boxes. Associated values are the bytes left of the box's content.
  private enum State: Sendable, Equatable {
    /// Within the size and type of a box, 8 or 16 bytes.
    case head
    /// Within the content of a box of another type, which is skipped.
    case passing(UInt64)
    /// Within the content of an `emsg` box.
    case collecting(Int)
    /// The bytes are not a box, or one without an end.
    case over
  }

  /// The state between two chunks.
  private var state = State.head
  /// The bytes of an incomplete box header or message.
  private var bytes: [UInt8] = []
  /// The maximum size of a message.
  private static let limit: UInt64 = 1 << 20
  /// A scanner at the start of a segment or an initialization section.
  package init() {}

  /// Continues with the next chunk of the stream and returns the messages completed in it.
  package mutating func scan(_ piece: UnsafeRawBufferPointer) -> [EventMessage] {
    var found: [EventMessage] = []
    var at = 0
    while at < piece.count, state != .over {
      switch state {
      case .head:
        bytes.append(piece[at])
        at += 1
        readHead()
      case .passing(let left):
        let count = min(left, UInt64(piece.count - at))
        at += Int(count)
        state = left == count ? .head : .passing(left - count)
      case .collecting(let left):
        let count = min(left, piece.count - at)
        bytes.append(contentsOf: piece[at..<at + count])
        at += count
        state = .collecting(left - count)
        guard left == count else { continue }
        if let event = EventMessage(bytes) { found.append(event) }
        bytes = []
        state = .head
      case .over: break
      }
    }
    return found
  }

  /// ISO/IEC 14496-12 §4.2: size 1 indicates a 64-bit size, size 0 extends to the end.
  private mutating func readHead() {
    guard bytes.count >= 8 else { return }
    var size = bytes[..<4].reduce(0) { $0 << 8 | UInt64($1) }
    let isLarge = size == 1
    if isLarge {
      guard bytes.count == 16 else { return }
      size = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let head: UInt64 = isLarge ? 16 : 8
    let isMessage = bytes[4..<8].elementsEqual("emsg".utf8)
    bytes = []
    guard size >= head else { return state = .over }
    let content = size - head
    if content == 0 {
      state = .head
    } else {
      state = isMessage && content <= Self.limit ? .collecting(Int(content)) : .passing(content)
    }
  }
}
