import CPlayheadGTK

/// The style of the controls beyond GTK's own theme.
@MainActor enum ControlsStyleSheet {
  private static var displays: Set<UnsafeMutableRawPointer> = []

  /// Adds the rules to the display of `widget` once.
  static func install(for widget: Widget) {
    guard let display = gtk_widget_get_display(widget), displays.insert(UnsafeMutableRawPointer(display)).inserted,
      let provider = gtk_css_provider_new()
    else { return }
    playhead_gtk_load_style(provider, rules)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
    ControlsContrast.follow(display)
  }

  /// GTK CSS. The colours suit a bar over video, independently of the light or dark variant of the theme.
  private static let rules = """
    .playhead-controls { margin: 12px; padding: 6px 8px; border-radius: 15px; color: white;
      background: rgba(24, 24, 26, 0.86); }
    .playhead-controls label { padding: 0 4px; }
    .playhead-controls button { min-width: 34px; min-height: 34px; padding: 0; border-radius: 9px; }
    .playhead-controls button.playhead-play { min-width: 44px; -gtk-icon-size: 20px; }
    .playhead-controls button.playhead-live { padding: 0 10px; min-height: 26px; font-weight: bold; font-size: 85%; }
    .playhead-controls button, .playhead-top button { color: white; background: none; border: none; box-shadow: none; }
    .playhead-controls button:hover, .playhead-top button:hover { background: rgba(255, 255, 255, 0.12); }
    .playhead-controls button:checked, .playhead-controls button:active, .playhead-top button:checked {
      background: rgba(255, 255, 255, 0.22); }
    .playhead-controls button:disabled, .playhead-top button:disabled { color: rgba(255, 255, 255, 0.35); }
    .playhead-controls button:focus-visible, .playhead-top button:focus-visible { outline: 2px solid #99c1f1; }
    .playhead-controls popover > contents, .playhead-top popover > contents,
    .playhead-controls popover > arrow, .playhead-top popover > arrow { background: #2d2d30; color: white;
      border-color: rgba(255, 255, 255, 0.12); }
    .playhead-controls popover modelbutton, .playhead-top popover modelbutton,
    .playhead-top popover row, .playhead-top popover listview { color: white; background: none; }
    .playhead-top popover row { padding: 0; border-radius: 6px; }
    .playhead-controls popover modelbutton:hover, .playhead-top popover modelbutton:hover,
    .playhead-controls popover modelbutton:selected, .playhead-top popover modelbutton:selected,
    .playhead-top popover row:hover { background: rgba(255, 255, 255, 0.12); }
    .playhead-controls popover modelbutton radio { min-width: 16px; min-height: 16px; border-radius: 8px; box-shadow: none;
      border: 1px solid rgba(255, 255, 255, 0.55); background: none; -gtk-icon-shadow: none; }
    .playhead-controls popover modelbutton radio:checked { border-color: #3584e4; background: #3584e4; color: white; }
    .playhead-seek scale { padding: 6px 0; }
    .playhead-seek scale > trough { min-height: 4px; border-radius: 2px; border: none;
      background: rgba(255, 255, 255, 0.22); }
    .playhead-seek scale > trough > highlight { border: none; margin: 0; border-radius: 2px;
      min-height: 4px; background: #62a0ea; }
    .playhead-seek scale > trough > slider { background: white; border: none; box-shadow: 0 1px 3px rgba(0, 0, 0, 0.5);
      min-width: 14px; min-height: 14px; margin: -5px; }
    .playhead-volume scale { padding: 6px 8px 6px 2px; }
    .playhead-volume scale > trough { min-height: 4px; border-radius: 2px; border: none;
      background: rgba(255, 255, 255, 0.22); }
    .playhead-volume scale > trough > highlight { border: none; margin: 0; border-radius: 2px; min-height: 4px;
      background: white; }
    .playhead-volume scale > trough > slider { background: white; border: none; box-shadow: none;
      min-width: 12px; min-height: 12px; margin: -4px; }
    .playhead-volume scale:focus-visible > trough > slider { outline: 2px solid #99c1f1; outline-offset: 1px; }
    .playhead-volume scale marks indicator { min-height: 4px; color: rgba(255, 255, 255, 0.7); }
    .playhead-top { margin: 12px; padding: 3px 6px; border-radius: 12px; color: white; min-height: 34px;
      background: rgba(24, 24, 26, 0.86); }
    .playhead-top label.title { font-weight: bold; padding: 0 2px; }
    .playhead-large { font-size: 120%; -gtk-icon-size: 20px; }
    .playhead-controls.playhead-large { padding: 10px 12px; }
    .playhead-controls.playhead-large button { min-width: 44px; min-height: 44px; }
    .playhead-controls.playhead-large button.playhead-play { min-width: 56px; -gtk-icon-size: 28px; }
    .playhead-large .playhead-seek scale > trough, .playhead-large .playhead-seek scale > trough > highlight {
      min-height: 6px; border-radius: 3px; }
    .playhead-top.playhead-large { padding: 6px 10px; min-height: 44px; }
    .playhead-top.playhead-large button { min-width: 40px; min-height: 40px; }
    .playhead-preview { padding: 4px; border-radius: 10px; color: white; background: rgba(24, 24, 26, 0.9); }
    .playhead-preview picture { border-radius: 7px; }
    .playhead-indicator { padding: 10px 18px; border-radius: 14px; color: white; background: rgba(24, 24, 26, 0.8); }
    .playhead-indicator-main { font-size: 150%; font-weight: bold; }
    .playhead-skip { margin: 12px; padding: 8px 18px; min-height: 24px; border-radius: 12px; color: white;
      background: rgba(24, 24, 26, 0.86); border: 1px solid rgba(255, 255, 255, 0.35); box-shadow: none;
      font-weight: bold; text-shadow: none; }
    .playhead-skip:hover { background: rgba(70, 70, 74, 0.92); }
    .playhead-skip:active { background: rgba(100, 100, 104, 0.92); }
    .playhead-skip:focus-visible { outline: 2px solid #99c1f1; outline-offset: 2px; }
    .playhead-spinner { min-width: 56px; min-height: 56px; color: white; }
    .playhead-message { padding: 12px 24px; color: white; }
    .playhead-music { padding: 12px 24px; color: white; }
    .playhead-message image { opacity: 0.7; }
    """
}
