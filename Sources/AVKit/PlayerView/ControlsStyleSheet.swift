import CPlayheadGTK

/// What the controls look like beyond GTK's own theme.
@MainActor enum ControlsStyleSheet {
  private static var displays: Set<UnsafeMutableRawPointer> = []

  /// Adds the rules to the display of `widget`, once.
  static func install(for widget: Widget) {
    guard let display = gtk_widget_get_display(widget), displays.insert(UnsafeMutableRawPointer(display)).inserted,
      let provider = gtk_css_provider_new()
    else { return }
    gtk_css_provider_load_from_data(provider, rules, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }

  private static let rules = """
    .playhead-controls { margin: 12px; padding: 4px 6px; border-radius: 9px; }
    .playhead-controls label { padding: 0 4px; }
    .playhead-message { padding: 24px; color: white; }
    """
}
