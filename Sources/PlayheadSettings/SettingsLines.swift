/// The lines of a key file as the desktop entry specification defines it: groups in brackets, `key=value`, comments
/// after `#`. Lines that are not understood are retained, so that a newer version's settings survive an older one.
struct SettingsLines: Equatable {
  /// The group of the player's settings.
  static let group = "[playhead]"

  /// All lines without their ends.
  private var lines: [Substring]

  /// Splits the text of a file.
  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last == "" { lines.removeLast() }
  }

  /// The text of the file.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The value of a key in the player's group; nil if it is missing. The last of several lines counts.
  subscript(key: String) -> String? {
    get { index(of: key).map { Self.trimmed(lines[$0].drop { $0 != "=" }.dropFirst()) } }
    set {
      guard let newValue else { return }
      let line = Substring("\(key)=\(newValue)")
      if let index = index(of: key) { lines[index] = line } else { append(line) }
    }
  }

  /// The index of the last line of a key in the player's group.
  private func index(of key: String) -> Int? {
    var isInGroup = false
    var found: Int?
    for (index, line) in lines.enumerated() {
      let content = Self.trimmed(line)
      if content.hasPrefix("[") { isInGroup = content == Self.group }
      guard isInGroup, !content.hasPrefix("#"), let sign = content.firstIndex(of: "=") else { continue }
      if Self.trimmed(content[..<sign]) == key { found = index }
    }
    return found
  }

  /// Appends a line to the player's group, which is created at the end if there is none.
  private mutating func append(_ line: Substring) {
    guard let start = lines.lastIndex(where: { Self.trimmed($0) == Self.group }) else {
      lines += [Substring(Self.group), line]
      return
    }
    let next = lines[(start + 1)...].firstIndex { Self.trimmed($0).hasPrefix("[") } ?? lines.endIndex
    lines.insert(line, at: next)
  }

  /// A text without spaces and tabs at its ends.
  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let rest = text.drop(while: isSpace)
    return String(rest[..<(rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex)])
  }
}
