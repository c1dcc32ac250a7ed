import CPlayheadGTK

/// The tooltip of a control.
@MainActor enum ControlHint {
  /// Sets the tooltip; the accessible name is the name alone, without keys.
  static func set(_ name: String, for control: Control?, on widget: Widget) {
    let hint = control.map { ControlKeys.hint(name, for: $0, KeyBindings.current, label: { label(of: $0) }) } ?? name
    gtk_widget_set_tooltip_text(widget, hint)
    playhead_gtk_set_name(widget, name)
  }

  /// The label of a key in the user's language.
  private static func label(of press: KeyPress) -> String? {
    guard let text = gtk_accelerator_get_label(press.keyValue, press.mask) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
