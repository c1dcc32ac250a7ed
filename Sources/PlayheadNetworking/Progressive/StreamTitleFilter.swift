/// Separates the titles from an internet radio's audio: every `interval` bytes of audio are followed by a byte that
/// counts blocks of sixteen bytes, and then by that many blocks of text such as `StreamTitle='Artist - Song';`.
struct StreamTitleFilter: Sendable {
  private enum State: Sendable {
    case audio(left: Int)
    case length
    case text(left: Int)
  }

  private let interval: Int
  private var state: State
  private var text: [UInt8] = []
  /// The last announced title; nil before the first and after an empty one.
  private(set) var title: String?
  /// The `StreamUrl` announced with it.
  private(set) var address: String?
  /// The announcements in the last part of the body, with their offsets in its audio.
  private(set) var announcements: [(offset: Int, title: String?, address: String?)] = []

  /// `interval` is the response's field `icy-metaint`.
  init?(interval: Int) {
    guard interval > 0 else { return nil }
    self.interval = interval
    state = .audio(left: interval)
  }

  /// The audio in a part of the body.
  mutating func filter(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var audio: [UInt8] = []
    audio.reserveCapacity(bytes.count)
    announcements = []
    var index = 0
    while index < bytes.count {
      switch state {
      case .audio(let left):
        let count = min(left, bytes.count - index)
        audio.append(contentsOf: bytes[index..<index + count])
        index += count
        state = count == left ? .length : .audio(left: left - count)
      case .length:
        let count = Int(bytes[index]) * 16
        index += 1
        text.removeAll(keepingCapacity: true)
        state = count == 0 ? .audio(left: interval) : .text(left: count)
      case .text(let left):
        let count = min(left, bytes.count - index)
        text.append(contentsOf: bytes[index..<index + count])
        index += count
        state = .text(left: left - count)
        if count == left {
          announce(after: audio.count)
          state = .audio(left: interval)
        }
      }
    }
    return audio
  }

  private mutating func announce(after offset: Int) {
    let text = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    guard text.contains("StreamTitle='") else { return }
    title = Self.value("StreamTitle", of: text)
    address = Self.value("StreamUrl", of: text)
    announcements.append((offset, title, address))
  }

  /// The value of a field; nil if empty. It may contain apostrophes: it ends at one followed by a semicolon.
  private static func value(_ name: String, of text: String) -> String? {
    guard let start = text.firstRange(of: name + "='") else { return nil }
    let rest = text[start.upperBound...]
    let end = rest.firstRange(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
    return start.upperBound < end ? String(rest[..<end]) : nil
  }
}
