import AVKit
import CPlayheadGTK
import PlayheadBasics
import PlayheadSettings

/// The rows of the style of subtitles, and a line that shows it.
extension PreferencesWindow {
  /// The row for the font family.
  func fontRow() -> Widget? {
    let families = [("", translated("Automatic"))] + Self.families().map { ($0, $0) }
    return choiceRow(translated("Font"), \.subtitleFont, families)
  }

  /// The row for the color.
  func colorRow() -> Widget? {
    choiceRow(
      translated("Color"), \.subtitleColor,
      [
        (.automatic, translated("Automatic")), (.white, translated("White")), (.yellow, translated("Yellow")),
        (.cyan, translated("Cyan")), (.green, translated("Green")), (.gray, translated("Gray")),
      ])
  }

  /// The row for the edge of the letters.
  func edgeRow() -> Widget? {
    choiceRow(
      translated("Edge"), \.subtitleEdge,
      [
        (.automatic, translated("Automatic")), (.none, translated("None")), (.outline, translated("Outline")),
        (.shadow, translated("Shadow")),
      ])
  }

  /// The line that shows the style.
  func previewRow() -> Widget? {
    guard let label = gtk_label_new(nil) else { return nil }
    gtk_widget_add_css_class(label, "playhead-subtitle-preview")
    gtk_widget_set_size_request(label, -1, 72)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
    preview = label
    return label
  }

  /// Shows the style of the settings.
  func showPreview() {
    guard let preview else { return }
    let color = settings.subtitleColor.components ?? (255, 255, 255)
    // Pango's units are 1/1024 of a point.
    let size = Int(saturating: clampedSize * 1024)
    let font = settings.subtitleFont.isEmpty ? "Sans" : settings.subtitleFont
    var parts: [String] = []
    for value in [color.red, color.green, color.blue] {
      let digits = String(value, radix: 16)
      parts.append(digits.count == 1 ? "0" + digits : digits)
    }
    let text = g_markup_escape_text(translated("Subtitles look like this"), -1)
    let family = g_markup_escape_text(font, -1)
    defer {
      g_free(text)
      g_free(family)
    }
    guard let text, let family else { return }
    gtk_label_set_markup(
      OpaquePointer(preview),
      "<span font_family=\"\(String(cString: family))\" size=\"\(size)\" color=\"#\(parts.joined())\">"
        + String(cString: text) + "</span>")
    for edge in PlayerSettings.SubtitleEdge.allCases {
      gtk_widget_remove_css_class(preview, "playhead-edge-\(edge.rawValue)")
    }
    gtk_widget_add_css_class(preview, "playhead-edge-\(settings.subtitleEdge.rawValue)")
  }

  /// The size of the line in points: larger text would make the window higher than the screen.
  private var clampedSize: Double { max(9, min(30, 16 * settings.subtitleScale)) }

  /// The installed font families in alphabetical order.
  private static func families() -> [String] {
    guard let map = pango_cairo_font_map_get_default() else { return [] }
    var (found, count): (UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?, Int32) = (nil, 0)
    pango_font_map_list_families(map, &found, &count)
    defer { g_free(found) }
    guard let found else { return [] }
    return (0..<Int(count)).compactMap { index in
      found[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }.sorted()
  }
}
