import CoreMedia
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
  enum Kind { case unknown, multivariant, media }

  /// The URL of the playlist after redirections; nil for text without a location.
  let url: URL?
  /// The URL without its query, which does not affect relative references (RFC 3986 §5.2.2): a live playlist requested
  /// with other directives (`_HLS_skip`) is the same.
  let base: URL?
  /// The values of the variables that `EXT-X-DEFINE` with `IMPORT` may use.
  let imports: [String: String]
  /// The result of the tags that both kinds have.
  var head = PlaylistHead()
  /// The result, if the playlist is a multivariant one.
  var multivariant = MultivariantPlaylist()
  /// The result, if the playlist is a media playlist.
  var media = MediaPlaylist()
  /// The tags read since the last segment, and those that continue to apply.
  var pending = PendingSegment()
  /// The `EXT-X-STREAM-INF` tag whose URI is on the next line.
  var pendingVariant: AttributeList?
  /// `unknown` until the first tag or URI that only one kind may have.
  var kind = Kind.unknown
  /// The line number, from 1.
  var line = 0
  /// The bytes of substituted variables.
  private var substituted = 0
  /// The number of parts in the whole playlist, limited by `ResourceLimits.parts`.
  var partCount = 0

  /// Creates a parser for one text; `run` may be called once.
  private init(url: URL?, imports: [String: String]) {
    self.url = url
    base = url.map(Self.withoutQuery)
    self.imports = imports
  }

  /// Removes the query; the URL itself if it cannot be decomposed.
  private static func withoutQuery(_ url: URL) -> URL {
    guard url.query() != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    parts.percentEncodedQuery = nil
    return parts.url ?? url
  }

  /// Parses all lines.
  ///
  /// - Throws: `byteOrderMark`, `notAPlaylist`, `limitExceeded`, or an error of a line.
  private mutating func run(_ bytes: [UInt8]) throws(PlaylistError) -> StreamingPlaylist {
    try check(bytes.count, ResourceLimits.playlistBytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark }
    var isFirst = true
    // Line by line: an array of all lines would take more memory than the text.
    var start = bytes.startIndex
    while start <= bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let raw = bytes[start..<end]
      start = end + 1
      line += 1
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

  /// Completes the result of the determined kind; a playlist without any tag of either kind is a media playlist. Parts
  /// without a segment URI become the incomplete segment.
  private mutating func finish() -> StreamingPlaylist {
    if pendingVariant != nil { warn("EXT-X-STREAM-INF without a URI after it") }
    guard kind == .multivariant else {
      if !pending.parts.isEmpty {
        var open = makeSegment("")
        open.parts = pending.parts
        open.duration = pending.parts.reduce(.zero) { $0 + $1.duration }
        media.openSegment = open
      }
      media.head = head
      media.url = url
      return .media(media)
    }
    multivariant.head = head
    multivariant.url = url
    return .multivariant(multivariant)
  }

  // MARK: Lines

  /// Parses a URI line: that of a variant after `EXT-X-STREAM-INF`, otherwise that of a segment.
  private mutating func take(uri text: Substring) throws(PlaylistError) {
    let uri = try substitute(String(text))
    if let attributes = pendingVariant {
      pendingVariant = nil
      multivariant.variants.append(variant(attributes, uri: uri))
      try checkVariants()
    } else if kind == .multivariant {
      warn("a URI without EXT-X-STREAM-INF")
    } else {
      kind = .media
      try addSegment(uri)
    }
  }

  /// Parses a tag line. Tags that no kind knows are ignored (RFC 8216 §6.3.1).
  private mutating func take(tag text: Substring) throws(PlaylistError) {
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let name = text[..<(colon ?? text.endIndex)]
    let value = colon.map { text[text.utf8.index(after: $0)...].trimmed() } ?? ""
    if try takeCommon(name, value) { return }
    if try takeMedia(name, value) { return }
    _ = try takeMultivariant(name, value)
  }

  /// Parses a tag that both kinds of playlist may have.
  ///
  /// - Returns: False, and nothing changed, for other tags.
  private mutating func takeCommon(_ name: Substring, _ value: Substring) throws(PlaylistError) -> Bool {
    switch name {
    case "#EXT-X-VERSION":
      if head.version != nil { throw .repeatedTag("EXT-X-VERSION", line: line) }
      guard let version = DecimalText.integer(value) else {
        warn("EXT-X-VERSION is no number")
        return true
      }
      if version > Self.newestVersion { throw .unsupportedVersion(version) }
      head.version = version
    case "#EXT-X-INDEPENDENT-SEGMENTS": head.hasIndependentSegments = true
    case "#EXT-X-START":
      let attributes = try attributes(value)
      guard let offset = attributes.number("TIME-OFFSET") else {
        warn("EXT-X-START without TIME-OFFSET")
        return true
      }
      head.start = StartPoint(offset: offset, isPrecise: attributes.flag("PRECISE"))
    case "#EXT-X-DEFINE": try define(AttributeList(value))
    default: return false
    }
    return true
  }

  /// Sets the kind of playlist; tags of both kinds must not be mixed (RFC 8216 §4.1).
  mutating func be(_ kind: Kind) throws(PlaylistError) {
    if self.kind == .unknown { self.kind = kind }
    if self.kind != kind { throw .mixedKinds(line: line) }
  }

  // MARK: Helpers

  /// Reports a tolerated error of the current line; ignored beyond `ResourceLimits.warnings`.
  mutating func warn(_ text: String) {
    guard head.warnings.count < ResourceLimits.warnings.value else { return }
    head.warnings.append(PlaylistWarning(line: line, text: text))
  }

  /// Throws `limitExceeded` if a count exceeds a limit.
  func check(_ count: Int, _ limit: ResourceLimit) throws(PlaylistError) {
    guard count <= limit.value else { throw .limitExceeded(limit) }
  }

  /// Checks the number of variants and I-frame variants together.
  func checkVariants() throws(PlaylistError) {
    try check(multivariant.variants.count + multivariant.iFrameVariants.count, ResourceLimits.variants)
  }

  /// The absolute URL of a reference; nil if it is invalid.
  func resolve(_ uri: String) -> URL? { Self.resolve(uri, relativeTo: url) }
  /// The absolute URL of a reference; nil if it is invalid. Without a base a relative reference remains relative.
  static func resolve(_ uri: String, relativeTo base: URL?) -> URL? { URL(string: uri, relativeTo: base)?.absoluteURL }

  /// Parses a tag's attributes with variables substituted.
  mutating func attributes(_ text: Substring) throws(PlaylistError) -> AttributeList {
    var list = AttributeList(text)
    for name in list.repeated { warn("the attribute \(name) is given twice") }
    if list.isMalformed { warn("an attribute cannot be read") }
    for (name, value) in list.values {
      if case .quoted(let text) = value { list.replace(name, with: try substitute(text)) }
    }
    return list
  }

  // MARK: Variables

  /// Defines a variable (`EXT-X-DEFINE`): from `NAME` and `VALUE`, from the multivariant playlist (`IMPORT`), or from
  /// the playlist's URL (`QUERYPARAM`).
  ///
  /// - Throws: `badDefinition`, `undefinedVariable`, `redefinedVariable` or `limitExceeded`.
  private mutating func define(_ list: AttributeList) throws(PlaylistError) {
    let name: String
    let value: String
    if let own = list["NAME"] {
      guard let given = list["VALUE"] else { throw .badDefinition(line: line) }
      (name, value) = (own, given)
    } else if let imported = list["IMPORT"] {
      guard let given = imports[imported] else { throw .undefinedVariable(imported, line: line) }
      (name, value) = (imported, given)
    } else if let parameter = list["QUERYPARAM"] {
      guard let given = queryValue(parameter), !given.isEmpty else {
        throw .undefinedVariable(parameter, line: line)
      }
      (name, value) = (parameter, given)
    } else {
      throw .badDefinition(line: line)
    }
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameCharacter) else { throw .badDefinition(line: line) }
    try check(head.variables.count + 1, ResourceLimits.otherTags)
    if head.variables.updateValue(value, forKey: name) != nil { throw .redefinedVariable(name, line: line) }
  }

  /// The decoded value of a parameter in the playlist's URL; nil if it is missing.
  private func queryValue(_ name: String) -> String? {
    guard let url, let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems else { return nil }
    return items.first { $0.name == name }?.value
  }

  /// Whether the name of a variable may contain a character (second edition §4.3).
  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Substitutes variables (`{$name}`). Not in a playlist without variables and of a version before them: there it is
  /// plain text.
  private mutating func substitute(_ text: String) throws(PlaylistError) -> String {
    guard text.contains("{$"), !head.variables.isEmpty || head.version ?? 1 >= 8 else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{$") {
      let inner = rest[open.upperBound...]
      guard let close = inner.firstIndex(of: "}"), inner[..<close].utf8.allSatisfy(Self.isNameCharacter),
        inner.startIndex < close
      else {
        result += rest[..<open.upperBound]
        rest = inner
        continue
      }
      let name = String(inner[..<close])
      guard let value = head.variables[name] else { throw .undefinedVariable(name, line: line) }
      substituted += value.utf8.count
      try check(substituted, ResourceLimits.substitutedBytes)
      result += rest[..<open.lowerBound] + value
      rest = inner[inner.index(after: close)...]
    }
    return result + rest
  }
}
