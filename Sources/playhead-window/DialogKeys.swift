import CPlayheadGTK

/// The keys that all dialogs have.
@MainActor enum DialogKeys {
  /// Closes a dialog with the Escape key.
  static func closeOnEscape(_ dialog: Widget) {
    guard let controller = gtk_shortcut_controller_new(),
      let shortcut = gtk_shortcut_new(
        gtk_shortcut_trigger_parse_string("Escape"), gtk_named_action_new("window.close"))
    else { return }
    gtk_shortcut_controller_add_shortcut(OpaquePointer(UnsafeMutableRawPointer(controller)), shortcut)
    gtk_widget_add_controller(dialog, controller)
  }
}
