/// The characters for drawing lines: only ASCII in a locale that is not UTF-8.
enum GlyphSet: Equatable, Sendable {
  /// Characters of Unicode, or their replacements in ASCII.
  case unicode, ascii

  /// Determined like in the C library: by the first of these variables that is set and not empty.
  init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    self = encoding.contains("UTF-8") || encoding.contains("UTF8") ? .unicode : .ascii
  }

  /// The end of truncated text.
  var ellipsis: String { self == .unicode ? "…" : "..." }
  /// The sign after a playback rate.
  var times: String { self == .unicode ? "×" : "x" }
  /// A cell of the bar before the position.
  var barFull: String { self == .unicode ? "━" : "=" }
  /// The cell of the bar that contains the position.
  var barHead: String { self == .unicode ? "╸" : ">" }
  /// A cell of the bar after the position.
  var barEmpty: String { self == .unicode ? "─" : "-" }

  /// Replaces characters that are not available.
  func text(_ text: String) -> String {
    guard self == .ascii else { return text }
    return String(text.map { $0.isASCII ? $0 : Self.replacements[$0] ?? "?" })
  }

  /// The ASCII characters for the symbols in messages; all others become question marks.
  private static let replacements: [Character: Character] = [
    "←": "<", "→": ">", "↑": "^", "↓": "v", "×": "x", "–": "-", "…": ".", "“": "\"", "”": "\"", "·": "-",
  ]
}
