import Foundation
import PlayheadBasics
import PlayheadNetworking

/// Parses the tags that both kinds of playlist may have, and the attributes and references of all tags. Pure.
///
/// The parsers of the two kinds report their warnings here.
struct PlaylistHeadParser {
  /// The URL of the playlist after redirections; nil for text without a location.
  let url: URL?
  /// The number of the present line, from 1.
  private(set) var line = 0
  /// The result, without its variables.
  private var head = PlaylistHead()
  /// The variables defined so far.
  private var variables: PlaylistVariables

  /// Creates a parser before the first line.
  ///
  /// - Parameter imports: The variables of the referencing multivariant playlist.
  init(url: URL?, imports: [String: String]) {
    self.url = url
    variables = PlaylistVariables(url: url, imports: imports)
  }

  /// Notes that the next line begins.
  mutating func beginLine() { line += 1 }

  /// The tags read so far.
  var result: PlaylistHead {
    var head = head
    head.variables = variables.values
    return head
  }

  /// Parses a tag that both kinds of playlist may have.
  ///
  /// - Returns: False, and nothing changed, for other tags.
  /// - Throws: `repeatedTag`, `unsupportedVersion`, or an error of variables.
  mutating func take(_ name: Substring, _ value: Substring) throws(PlaylistError) -> Bool {
    switch name {
    case "#EXT-X-VERSION":
      if head.version != nil { throw .repeatedTag("EXT-X-VERSION", line: line) }
      guard let version = DecimalText.integer(value) else {
        warn("EXT-X-VERSION is no number")
        return true
      }
      if version > PlaylistParser.newestVersion { throw .unsupportedVersion(version) }
      head.version = version
    case "#EXT-X-INDEPENDENT-SEGMENTS": head.hasIndependentSegments = true
    case "#EXT-X-START":
      let attributes = try attributes(value)
      guard let offset = attributes.number("TIME-OFFSET") else {
        warn("EXT-X-START without TIME-OFFSET")
        return true
      }
      head.start = StartPoint(offset: offset, isPrecise: attributes.flag("PRECISE"))
    case "#EXT-X-DEFINE": try variables.define(AttributeList(value), line: line)
    default: return false
    }
    return true
  }

  /// Reports a tolerated error of the current line; ignored beyond `ResourceLimits.warnings`.
  mutating func warn(_ text: String) {
    guard head.warnings.count < ResourceLimits.warnings.value else { return }
    head.warnings.append(PlaylistWarning(line: line, text: text))
  }

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

  /// Substitutes the variables in a text.
  mutating func substitute(_ text: String) throws(PlaylistError) -> String {
    try variables.substitute(text, version: head.version, line: line)
  }

  /// The absolute URL of a reference; nil if it is invalid.
  func resolve(_ uri: String) -> URL? { PlaylistParser.resolve(uri, relativeTo: url) }

  /// Parses the attributes of a key tag, of segments or of the session. Pads a short initialization vector to 16 bytes.
  ///
  /// - Returns: nil, with a warning, without `METHOD`. A key without URI is returned, with a warning.
  mutating func key(_ list: AttributeList) -> EncryptionKey? {
    guard let name = list["METHOD"] else {
      warn("a key without METHOD")
      return nil
    }
    let method: EncryptionKey.Method =
      switch name {
      case "AES-128": .aes128
      case "SAMPLE-AES": .sampleAES
      case "SAMPLE-AES-CTR": .sampleAESCTR
      default: .other(name)
      }
    if list["URI"] == nil { warn("a key without URI") }
    var vector = list.bytes("IV")
    if let given = vector {
      if given.count > 16 { warn("an IV of more than 128 bits") }
      vector = [UInt8](repeating: 0, count: max(0, 16 - given.count)) + given.suffix(16)
    }
    return EncryptionKey(
      method: method, uri: list["URI"], url: list["URI"].flatMap(resolve), initializationVector: vector,
      format: list["KEYFORMAT"] ?? EncryptionKey.identityFormat,
      formatVersions: list["KEYFORMATVERSIONS"].map { $0.split(separator: "/").compactMap(DecimalText.integer) } ?? [1],
      base: ReferenceBase(url))
  }
}
