import Foundation
import PlayheadText

/// Parses M3U, in UTF-8 (`.m3u8`) or another encoding.
enum M3UParser {
  /// The entries; nil for a playlist of HTTP Live Streaming (RFC 8216 §4.3), which has `#EXT-X-` tags.
  static func entries(_ bytes: [UInt8], _ resolver: LocationResolver) -> [PlaylistEntry]? {
    let lines = TextLines.split(TextDecoding.string(bytes))
    guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else { return nil }
    let originals = String(validating: bytes, as: UTF8.self) == nil ? originalLines(bytes, count: lines.count) : nil
    var entries: [PlaylistEntry] = []
    var (title, duration): (String?, Double?)
    for (index, line) in lines.enumerated() where entries.count < PlaylistFile.entryLimit {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("#EXTINF:") {
        (duration, title) = information(text.dropFirst("#EXTINF:".count))
      } else if !text.isEmpty, !text.hasPrefix("#"), !text.utf8.contains(0) {
        let location = resolver.location(text, original: originals.map { $0[index] })
        entries.append(PlaylistEntry(location, title: title, duration: duration))
        (title, duration) = (nil, nil)
      }
    }
    return entries
  }

  /// The lines as bytes; nil if they are not those of the decoded text, as in UTF-16.
  private static func originalLines(_ bytes: [UInt8], count: Int) -> [[UInt8]]? {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { line in Array(line.last == 0x0D ? line.dropLast() : line) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.count == count ? lines : nil
  }

  /// Duration and title: `123 key="value, with comma",Title`.
  private static func information(_ text: Substring) -> (duration: Double?, title: String?) {
    var isQuoted = false
    let comma = text.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    let head = text[..<(comma ?? text.endIndex)]
    let duration = head.split(separator: " ").first.flatMap { PlaylistFile.duration($0) }
    return (duration, comma.flatMap { PlaylistFile.title(text[text.index(after: $0)...]) })
  }
}
