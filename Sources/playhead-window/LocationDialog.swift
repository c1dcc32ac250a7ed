import AVKit
import CPlayheadGTK
import Foundation

/// A window that asks for the address of a film or stream.
@MainActor enum LocationDialog {
  /// Shows the dialog over `window`, and calls `body` with the address when it is confirmed.
  static func show(for window: UnsafeMutablePointer<GtkWindow>, _ body: @escaping @MainActor (String) -> Void) {
    guard let dialog = gtk_window_new(), let bar = gtk_header_bar_new(), let entry = gtk_entry_new(),
      let cancel = gtk_button_new_with_mnemonic(translated("_Cancel")),
      let open = gtk_button_new_with_mnemonic(translated("_Open"))
    else { return }
    let top: UnsafeMutablePointer<GtkWindow> = cast(dialog)
    gtk_window_set_title(top, translated("Open Location"))
    gtk_window_set_transient_for(top, window)
    gtk_window_set_modal(top, 1)
    gtk_window_set_default_size(top, 460, -1)
    gtk_window_set_resizable(top, 0)
    gtk_header_bar_set_show_title_buttons(OpaquePointer(bar), 0)
    gtk_header_bar_pack_start(OpaquePointer(bar), cancel)
    gtk_header_bar_pack_end(OpaquePointer(bar), open)
    gtk_widget_add_css_class(open, "suggested-action")
    gtk_window_set_titlebar(top, bar)
    configure(entry)
    gtk_window_set_child(top, entry)
    gtk_window_set_default_widget(top, open)
    // Labels with mnemonics would be read with their underscores.
    playhead_gtk_set_name(open, translated("Open"))
    playhead_gtk_set_name(cancel, translated("Cancel"))
    gtk_widget_set_sensitive(open, 0)
    GtkSignal.connect(entry, "changed") {
      let isWrong = address(in: entry) == nil
      gtk_widget_set_sensitive(open, isWrong ? 0 : 1)
    }
    GtkSignal.connect(cancel, "clicked") { gtk_window_destroy(top) }
    GtkSignal.connect(open, "clicked") {
      guard let address = address(in: entry) else { return }
      gtk_window_destroy(top)
      body(address)
    }
    DialogKeys.closeOnEscape(dialog)
    gtk_window_present(top)
    gtk_widget_grab_focus(entry)
  }

  /// Sets the texts, the margins and the behaviour of the entry.
  private static func configure(_ entry: Widget) {
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(entry, 18) }
    gtk_entry_set_activates_default(cast(entry), 1)
    gtk_entry_set_placeholder_text(cast(entry), "https://")
    gtk_entry_set_input_purpose(cast(entry), GTK_INPUT_PURPOSE_URL)
    playhead_gtk_set_name(entry, translated("Address"))
  }

  /// The address in the entry; nil if it is neither an address that can be played nor the path of an existing file.
  private static func address(in entry: Widget) -> String? {
    guard let text = gtk_editable_get_text(OpaquePointer(entry)) else { return nil }
    let items = MediaList.items(inText: String(cString: text))
    return items.count == 1 ? items[0] : nil
  }
}
