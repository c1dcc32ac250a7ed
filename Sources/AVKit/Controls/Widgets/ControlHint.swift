import CPlayheadGTK

/// What stands beside the pointer that rests on a control.
@MainActor enum ControlHint {
  /// Screen readers are told the name alone.
  static func set(_ name: String, for control: Control?, on widget: Widget) {
    let hint = control.map { ControlKeys.hint(name, for: $0, label: { label(of: $0) }) } ?? name
    gtk_widget_set_tooltip_text(widget, hint)
    playhead_gtk_set_name(widget, name)
  }

  /// A key as the user's language calls it.
  private static func label(of key: String) -> String? {
    guard let text = gtk_accelerator_get_label(gdk_keyval_from_name(key), GdkModifierType(rawValue: 0)) else {
      return nil
    }
    defer { g_free(text) }
    return String(cString: text)
  }
}
