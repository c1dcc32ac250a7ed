import Foundation
import PlayheadBasics

/// Parses a playlist: from text to values.
///
/// Strict where RFC 8216 and its second edition forbid playing (`PlaylistError`); errors that players tolerate in
/// practice are tolerated and reported as warnings. Unknown tags and attributes are ignored (§6.3.1).
package struct PlaylistParser {
  /// The newest specified version of the protocol.
  package static let newestVersion = 13

  /// - Parameters:
  ///   - url: The URL of the playlist after redirections, the base of relative references.
  ///   - imports: The variables of the referencing multivariant playlist.
  /// - Throws: The first error for which a client must reject the playlist.
  package static func parse(
    _ bytes: some Sequence<UInt8>, url: URL? = nil, imports: [String: String] = [:]
  ) throws(PlaylistError) -> StreamingPlaylist {
    var parser = PlaylistParser(url: url, imports: imports)
    return try parser.run(Array(bytes))
  }

  /// The kind of the playlist, as far as the lines read so far determine it.
  private enum Kind { case unknown, multivariant, media }

  /// The tags that both kinds have, and the present line.
  private var head: PlaylistHeadParser
  /// The tags of a multivariant playlist.
  private var multivariant = MultivariantPlaylistParser()
  /// The tags of a media playlist.
  private var media: MediaPlaylistParser
  /// `unknown` until the first tag or URI that only one kind may have.
  private var kind = Kind.unknown

  /// Creates a parser for one text; `run` may be called once.
  private init(url: URL?, imports: [String: String]) {
    head = PlaylistHeadParser(url: url, imports: imports)
    media = MediaPlaylistParser(url: url)
  }

  /// Parses all lines.
  ///
  /// - Throws: `byteOrderMark`, `notAPlaylist`, `limitExceeded`, or an error of a line.
  private mutating func run(_ bytes: [UInt8]) throws(PlaylistError) -> StreamingPlaylist {
    try ResourceLimits.playlistBytes.check(bytes.count)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark }
    var isFirst = true
    // Line by line: an array of all lines would take more memory than the text.
    var start = bytes.startIndex
    while start <= bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let raw = bytes[start..<end]
      start = end + 1
      head.beginLine()
      let text = Self.text(raw)
      if isFirst {
        guard text == "#EXTM3U" || text.hasPrefix("#EXTM3U ") || text.hasPrefix("#EXTM3U\t") else {
          throw .notAPlaylist
        }
        isFirst = false
        continue
      }
      if text.isEmpty { continue }
      if text.utf8.first != UInt8(ascii: "#") {
        try take(uri: text)
      } else if text.hasPrefix("#EXT") {
        try take(tag: text)
      }
    }
    if isFirst { throw .notAPlaylist }
    return finish()
  }

  /// Decodes a line without blanks and carriage return at its ends. Invalid UTF-8 is replaced.
  private static func text(_ raw: ArraySlice<UInt8>) -> Substring {
    var raw = raw
    while let last = raw.last, last == 0x0D || last == 0x20 || last == 0x09 { raw.removeLast() }
    while let first = raw.first, first == 0x20 || first == 0x09 { raw.removeFirst() }
    return Substring(String(decoding: raw, as: UTF8.self))
  }

  /// Completes the result of the determined kind; a playlist without any tag of either kind is a media playlist.
  private mutating func finish() -> StreamingPlaylist {
    multivariant.warnAtEnd(&head)
    return kind == .multivariant ? .multivariant(multivariant.finish(head)) : .media(media.finish(head))
  }

  // MARK: Lines

  /// Parses a URI line: that of a variant after `EXT-X-STREAM-INF`, otherwise that of a segment.
  private mutating func take(uri text: Substring) throws(PlaylistError) {
    let uri = try head.substitute(String(text))
    if multivariant.expectsURI || kind == .multivariant {
      try multivariant.take(uri: uri, &head)
    } else {
      kind = .media
      try media.addSegment(uri, &head)
    }
  }

  /// Parses a tag line. Tags that no kind knows are ignored (RFC 8216 §6.3.1).
  ///
  /// - Throws: `mixedKinds`, or an error of the tag.
  private mutating func take(tag text: Substring) throws(PlaylistError) {
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let name = text[..<(colon ?? text.endIndex)]
    let value = colon.map { text[text.utf8.index(after: $0)...].trimmed() } ?? ""
    if try head.take(name, value) { return }
    if MediaPlaylistParser.tags.contains(name) {
      try be(.media)
      try media.take(name, value, &head)
    } else if MultivariantPlaylistParser.tags.contains(name) {
      try be(.multivariant)
      try multivariant.take(name, value, &head)
    }
  }

  /// Sets the kind of playlist; tags of both kinds must not be mixed (RFC 8216 §4.1).
  private mutating func be(_ kind: Kind) throws(PlaylistError) {
    if self.kind == .unknown { self.kind = kind }
    if self.kind != kind { throw .mixedKinds(line: head.line) }
  }

  /// The absolute URL of a reference; nil if it is invalid. Without a base a relative reference remains relative.
  static func resolve(_ uri: String, relativeTo base: URL?) -> URL? { URL(string: uri, relativeTo: base)?.absoluteURL }
}
