import Foundation

extension WebVTTText {
  /// Serializes runs as WebVTT cue text, with tags for bold, italic and underlined ones.
  package static func written(_ runs: [CueRun]) -> String {
    runs.filter { !$0.style.isRubyText }.map { run in
      var text = run.text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;")
      if run.style.isUnderlined { text = "<u>\(text)</u>" }
      if run.style.isItalic { text = "<i>\(text)</i>" }
      if run.style.isBold { text = "<b>\(text)</b>" }
      return text
    }.joined()
  }
}
