import Foundation

/// The sizes of the types of a module: the lines of the declaration and of all extensions, and the stored properties.
struct TypeSizes {
  /// The size of one type.
  struct Size: Equatable {
    /// The lines of its declaration and its extensions in the module, with nested types.
    var lines = 0
    /// The stored instance properties of the type itself.
    var storedProperties = 0
    /// Whether its declaration is public or open.
    var isPublic = false
  }

  /// The sizes by the names of the types.
  private(set) var sizes: [String: Size] = [:]

  /// Measures formatted sources, in which the declarations of types begin in the first column and end with a brace
  /// there.
  init(_ sources: [String]) {
    for source in sources { measure(source) }
  }

  private mutating func measure(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var owner: String?
    for (index, line) in lines.enumerated() {
      if let start = Self.declaration(line) {
        sizes[start.name, default: Size()].lines += 1
        if start.isPublic { sizes[start.name, default: Size()].isPublic = true }
        owner = line.hasSuffix("}") ? nil : start.name
      } else if let name = owner {
        sizes[name, default: Size()].lines += 1
        if line == "}" { owner = nil }
        let next = index + 1 < lines.count ? lines[index + 1] : ""
        if Self.isStoredProperty(line, next: next) { sizes[name, default: Size()].storedProperties += 1 }
      }
    }
  }

  private static let modifiers: Set<Substring> = [
    "package", "public", "open", "internal", "fileprivate", "private", "final", "indirect", "nonisolated", "weak",
    "unowned", "lazy", "override",
  ]

  /// The words of a line after attributes and modifiers, and these modifiers without their arguments.
  private static func words(_ line: Substring) -> (modifiers: Set<Substring>, rest: ArraySlice<Substring>) {
    let words = line.split(separator: " ")
    let start = words.firstIndex { word in
      !word.hasPrefix("@") && !modifiers.contains(word.prefix { $0 != "(" })
    }
    let rest = words[(start ?? words.endIndex)...]
    return (Set(words[..<rest.startIndex].map { $0.prefix { $0 != "(" } }), rest)
  }

  /// The type that a line in the first column declares or extends.
  private static func declaration(_ line: Substring) -> (name: String, isPublic: Bool)? {
    guard let first = line.first, first != " ", line.hasSuffix("{") || line.hasSuffix("}") else { return nil }
    let (modifiers, rest) = words(line)
    guard let kind = rest.first, ["struct", "class", "enum", "actor", "extension"].contains(kind),
      let name = rest.dropFirst().first?.prefix(while: { $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return (String(name), kind != "extension" && !modifiers.isDisjoint(with: ["public", "open"]))
  }

  /// Whether a line declares a stored property of a type whose body is indented by two columns.
  private static func isStoredProperty(_ line: Substring, next: Substring) -> Bool {
    guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return false }
    guard let kind = words(line).rest.first, kind == "var" || kind == "let" else { return false }
    guard let brace = line.firstIndex(of: "{") else { return true }
    if let equals = line.firstIndex(of: "="), equals < brace { return true }
    let body = line[line.index(after: brace)...].drop { $0 == " " }
    let first = body.isEmpty ? next.drop { $0 == " " } : body
    return first.hasPrefix("didSet") || first.hasPrefix("willSet")
  }
}
