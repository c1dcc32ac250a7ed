import Foundation
import PlayheadBasics

/// The variables of a playlist (`EXT-X-DEFINE`), which its URIs and quoted attributes may contain. Pure.
struct PlaylistVariables {
  /// The values by name.
  private(set) var values: [String: String] = [:]
  /// The URL of the playlist after redirections, for `QUERYPARAM`.
  private let url: URL?
  /// The variables of the referencing multivariant playlist, for `IMPORT`.
  private let imports: [String: String]
  /// The bytes of substituted variables, limited by `ResourceLimits.substitutedBytes`.
  private var substituted = 0

  /// Creates the variables of a playlist that has defined none yet.
  init(url: URL?, imports: [String: String]) {
    self.url = url
    self.imports = imports
  }

  /// Defines a variable: from `NAME` and `VALUE`, from the multivariant playlist (`IMPORT`), or from the playlist's URL
  /// (`QUERYPARAM`).
  ///
  /// - Parameters:
  ///   - list: The attributes of the tag.
  ///   - line: The line number, for errors.
  /// - Throws: `badDefinition`, `undefinedVariable`, `redefinedVariable` or `limitExceeded`.
  mutating func define(_ list: AttributeList, line: Int) throws(PlaylistError) {
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
    try ResourceLimits.otherTags.check(values.count + 1)
    if values.updateValue(value, forKey: name) != nil { throw .redefinedVariable(name, line: line) }
  }

  /// Substitutes variables (`{$name}`). Not in a playlist without variables and of a version before them: there it is
  /// plain text.
  ///
  /// - Parameters:
  ///   - version: The declared version of the playlist; nil: 1.
  ///   - line: The line number, for errors.
  /// - Throws: `undefinedVariable` or `limitExceeded`.
  mutating func substitute(_ text: String, version: Int?, line: Int) throws(PlaylistError) -> String {
    guard text.contains("{$"), !values.isEmpty || version ?? 1 >= 8 else { return text }
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
      guard let value = values[name] else { throw .undefinedVariable(name, line: line) }
      substituted += value.utf8.count
      try ResourceLimits.substitutedBytes.check(substituted)
      result += rest[..<open.lowerBound] + value
      rest = inner[inner.index(after: close)...]
    }
    return result + rest
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
}

extension ResourceLimit {
  /// Throws `limitExceeded` if a count exceeds the limit.
  func check(_ count: Int) throws(PlaylistError) {
    guard count <= value else { throw .limitExceeded(self) }
  }
}
