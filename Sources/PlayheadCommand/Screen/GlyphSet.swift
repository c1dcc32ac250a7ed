/// The characters for drawing lines: only ASCII in a locale that is not UTF-8.
enum GlyphSet: Equatable, Sendable {
  case unicode, ascii

  /// Determined like in the C library: by the first of these variables that is set and not empty.
  init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    self = encoding.contains("UTF-8") || encoding.contains("UTF8") ? .unicode : .ascii
  }

  var ellipsis: String { self == .unicode ? "…" : "..." }
  var times: String { self == .unicode ? "×" : "x" }
  var barFull: String { self == .unicode ? "━" : "=" }
  var barHead: String { self == .unicode ? "╸" : ">" }
  var barEmpty: String { self == .unicode ? "─" : "-" }

  /// Replaces characters that are not available.
  func text(_ text: String) -> String {
    guard self == .ascii else { return text }
    return String(text.map { $0.isASCII ? $0 : Self.replacements[$0] ?? "?" })
  }

  private static let replacements: [Character: Character] = [
    "←": "<", "→": ">", "↑": "^", "↓": "v", "×": "x", "–": "-", "…": ".", "“": "\"", "”": "\"", "·": "-",
  ]
}
