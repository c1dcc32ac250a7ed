import CPlayheadGTK

/// The text in the user's language, from the catalogue `playhead` if the program has bound one; else unchanged.
///
/// Every text of the controls passes through here with the text itself as its key: `Scripts/translations` finds them by
/// this name.
package func translated(_ text: String) -> String {
  // Without a translation gettext returns the same pointer, which must stay valid until it has been read.
  text.withCString { String(cString: g_dgettext("playhead", $0)) }
}

/// The translated text with each `%@` replaced by the next of the values.
package func translated(_ text: String, _ values: String...) -> String {
  let parts = translated(text).split(separator: "%@", omittingEmptySubsequences: false)
  var result = String(parts.first ?? "")
  for (index, part) in parts.dropFirst().enumerated() {
    result += (index < values.count ? values[index] : "") + part
  }
  return result
}
