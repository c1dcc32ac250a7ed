import CPlayheadGTK

/// Follows the desktop's high contrast setting and applies style rules for it: no transparency, and outlines around all
/// controls.
@MainActor final class ControlsContrast {
  private let display: OpaquePointer
  /// The `GtkSettings` of the display.
  private let settings: UnsafeMutableRawPointer
  /// The style rules; nil without high contrast.
  private var provider: UnsafeMutablePointer<GtkCssProvider>?

  /// Follows the settings of `display`, for as long as the display exists.
  static func follow(_ display: OpaquePointer) {
    guard let settings = gtk_settings_get_for_display(display) else { return }
    let contrast = ControlsContrast(display, UnsafeMutableRawPointer(settings))
    contrast.update()
    Signal.connectIgnoringArgument(contrast.settings, "notify::gtk-theme-name") { contrast.update() }
  }

  /// Creates a follower that applies nothing yet.
  private init(_ display: OpaquePointer, _ settings: UnsafeMutableRawPointer) {
    self.display = display
    self.settings = settings
  }

  /// Recognizes GTK's own high contrast themes: `HighContrast` and `HighContrastInverse` are aliases for `Default-hc`
  /// and `Default-hc-dark`.
  nonisolated static func isHigh(theme: String) -> Bool {
    let name = theme.split(separator: ":").first.map(String.init) ?? theme
    return name.hasPrefix("HighContrast") || name.hasSuffix("-hc") || name.hasSuffix("-hc-dark")
  }

  /// The theme that GTK uses: the environment variable overrides the setting.
  private var theme: String {
    if let variable = g_getenv("GTK_THEME"), variable.pointee != 0 { return String(cString: variable) }
    guard let name = playhead_gtk_text(settings, "gtk-theme-name") else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }

  /// The displays with high contrast.
  private static var contrasting: Set<OpaquePointer> = []

  /// The colors of a chapter mark on the seek bar: its line, and in high contrast the edge around it.
  static func markColors(on display: OpaquePointer?) -> (line: GdkRGBA, edge: GdkRGBA?) {
    guard let display, contrasting.contains(display) else {
      return (GdkRGBA(red: 0.05, green: 0.05, blue: 0.05, alpha: 0.9), nil)
    }
    return (GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1), GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1))
  }

  /// Adds or removes the rules after a change of the theme.
  private func update() {
    let isHigh = Self.isHigh(theme: theme)
    guard isHigh != (provider != nil) else { return }
    if let provider {
      gtk_style_context_remove_provider_for_display(display, OpaquePointer(provider))
      g_object_unref(provider)
      self.provider = nil
      Self.contrasting.remove(display)
    } else if let made = gtk_css_provider_new() {
      playhead_gtk_load_style(made, Self.rules)
      gtk_style_context_add_provider_for_display(
        display, OpaquePointer(made), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1))
      provider = made
      Self.contrasting.insert(display)
    }
  }

  /// The rules for high contrast, which override those of `ControlsStyleSheet`.
  private static let rules = """
    .playhead-controls, .playhead-top, .playhead-preview, .playhead-indicator, .playhead-skip {
      background: black; border: 2px solid white; }
    .playhead-controls button, .playhead-top button { border: 1px solid rgba(255, 255, 255, 0.7); margin: 0 2px; }
    .playhead-controls button:hover, .playhead-top button:hover, .playhead-skip:hover { background: #404040; }
    .playhead-controls button:checked, .playhead-controls button:active, .playhead-top button:checked,
    .playhead-skip:active { background: white; color: black; }
    .playhead-controls button:disabled, .playhead-top button:disabled { color: #a0a0a0; border-style: dashed; }
    .playhead-controls button:focus-visible, .playhead-top button:focus-visible, .playhead-skip:focus-visible,
    .playhead-seek scale:focus-visible { outline: 3px solid #ffd633; outline-offset: 1px; }
    .playhead-controls popover > contents, .playhead-top popover > contents,
    .playhead-controls popover > arrow, .playhead-top popover > arrow { background: black; border: 2px solid white; }
    .playhead-controls popover modelbutton:hover, .playhead-top popover modelbutton:hover,
    .playhead-controls popover modelbutton:selected, .playhead-top popover modelbutton:selected,
    .playhead-top popover row:hover { background: white; color: black; }
    .playhead-controls popover modelbutton radio { border: 2px solid white; background: black; }
    .playhead-controls popover modelbutton:hover radio, .playhead-controls popover modelbutton:selected radio {
      border-color: black; background: white; }
    .playhead-controls popover modelbutton radio:checked { border-color: white; background: #ffd633; color: black; }
    .playhead-seek scale > trough { min-height: 8px; border: 1px solid white; background: none; }
    .playhead-seek scale > trough > highlight { min-height: 8px; background: #ffd633; }
    .playhead-seek scale > trough > slider { min-width: 18px; min-height: 18px; border: 2px solid black; }
    .playhead-message { background: black; border: 2px solid white; border-radius: 12px; }
    .playhead-message image { opacity: 1; }
    """
}
