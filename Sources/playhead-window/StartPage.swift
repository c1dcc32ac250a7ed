import AVKit
import CPlayheadGTK
import Foundation

/// The page of a window without a file: a button to open one, and the recent files.
@MainActor final class StartPage {
  let widget: Widget
  /// Called when the user presses the button to open files.
  var onOpen: (() -> Void)?
  /// Called with the recent file that the user selects.
  var onChoose: ((String) -> Void)?
  /// The icon of the program, loaded when the page is shown.
  private let icon: Widget
  /// The line below the title, which also shows messages.
  private let hint: Widget
  /// The list of recent files.
  private let list: Widget
  /// The title of the list; hidden with it if there are no files.
  private let recentTitle: Widget
  /// The button to open files, which has the focus when the page is shown.
  private let openButton: Widget
  /// The files of the rows, in the same order.
  private var files: [String] = []

  /// The size of a window that shows only this page.
  static let size = CGSize(width: 640, height: 600)

  /// The program's icon if it is installed, else a generic one.
  private static var iconName: String {
    guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display),
      gtk_icon_theme_has_icon(theme, Application.identifier) == 0
    else { return Application.identifier }
    return "video-x-generic"
  }

  /// The number of recent files that fit a small window without scrolling.
  private static let count = 6

  /// Creates the page without recent files. nil if GTK cannot create a widget.
  init?() {
    guard let scroll = gtk_scrolled_window_new(), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
      let icon = gtk_image_new(), let title = gtk_label_new("Playhead"),
      let hint = gtk_label_new(nil),
      let open = gtk_button_new_with_mnemonic(translated("_Open…")), let list = gtk_list_box_new(),
      let recent = gtk_label_new(translated("Recently played"))
    else { return nil }
    (widget, self.icon, self.hint, self.list) = (scroll, icon, hint, list)
    (recentTitle, openButton) = (recent, open)
    gtk_label_set_wrap(OpaquePointer(hint), 1)
    gtk_label_set_max_width_chars(OpaquePointer(hint), 44)
    gtk_label_set_justify(OpaquePointer(hint), GTK_JUSTIFY_CENTER)
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), column)
    gtk_widget_set_focusable(scroll, 0)
    gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(column, 18) }
    gtk_image_set_pixel_size(OpaquePointer(icon), 96)
    playhead_gtk_hide_from_readers(icon)
    gtk_widget_add_css_class(title, "title-1")
    for label in [hint, recent] { gtk_widget_add_css_class(label, "dim-label") }
    for style in ["suggested-action", "pill"] { gtk_widget_add_css_class(open, style) }
    gtk_widget_set_halign(open, GTK_ALIGN_CENTER)
    // A label with a mnemonic would be read with its underscore.
    playhead_gtk_set_name(open, translated("Open…"))
    gtk_label_set_xalign(OpaquePointer(recent), 0)
    gtk_widget_set_margin_top(recent, 12)
    gtk_widget_add_css_class(list, "boxed-list")
    gtk_list_box_set_selection_mode(OpaquePointer(list), GTK_SELECTION_NONE)
    playhead_gtk_set_name(list, translated("Recently played"))
    for child in [icon, title, hint, open, recent, list] { gtk_box_append(cast(column), child) }
    GtkSignal.connect(open, "clicked") { [weak self] in self?.onOpen?() }
    GtkSignal.connect(object: list, "row-activated") { [weak self] row in
      guard let self, let row else { return }
      let index = Int(gtk_list_box_row_get_index(cast(row)))
      if self.files.indices.contains(index) { self.onChoose?(self.files[index]) }
    }
  }

  /// Replaces the hint until the page is shown again.
  func notify(_ text: String) { gtk_label_set_text(OpaquePointer(hint), text) }

  /// Replaces the recent files; the latest come first, and only the first few are shown.
  func show(_ recent: [SavedPlayerState.Entry]) {
    // Loaded only when the page is shown: finding an icon takes as long as showing a first frame.
    gtk_image_set_from_icon_name(OpaquePointer(icon), Self.iconName)
    notify(translated("Drop files here, or open some."))
    files = recent.prefix(Self.count).map(\.file)
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(OpaquePointer(list), row) }
    for file in files {
      guard let label = gtk_label_new(MediaList.name(of: file)) else { continue }
      gtk_label_set_xalign(OpaquePointer(label), 0)
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_MIDDLE)
      gtk_label_set_width_chars(OpaquePointer(label), 28)
      gtk_label_set_max_width_chars(OpaquePointer(label), 44)
      for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(label, 9) }
      for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(label, 12) }
      gtk_widget_set_tooltip_text(label, file)
      gtk_list_box_append(OpaquePointer(list), label)
      if let row = gtk_widget_get_parent(label) { playhead_gtk_set_name(row, MediaList.name(of: file)) }
    }
    for part in [recentTitle, list] { gtk_widget_set_visible(part, files.isEmpty ? 0 : 1) }
    gtk_widget_grab_focus(openButton)
  }
}
