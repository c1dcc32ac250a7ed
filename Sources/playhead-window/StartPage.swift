import AVKit
import CPlayheadGTK
import CoreMedia
import Foundation

/// The page of a window without a file: a button to open one, and the recent files.
@MainActor final class StartPage {
  let widget: Widget
  /// Called when the user presses the button to open files.
  var onOpen: (() -> Void)?
  /// Called with the recent file that the user selects.
  var onChoose: ((String) -> Void)?
  /// Called with the recent file that the user removes from the list; nil: with all of them.
  var onForget: ((String?) -> Void)?
  /// The icon of the program, loaded when the page is shown.
  private let icon: Widget
  /// The line below the title, which also shows messages.
  private let hint: Widget
  /// The list of recent files.
  private let list: Widget
  /// The title of the list and the button that clears it; hidden with it if there are no files.
  private let recentTitle: Widget
  /// The button to open files, which has the focus when the page is shown.
  private let openButton: Widget
  /// The files of the rows, in the same order.
  private var files: [String] = []
  /// The images of the rows, by file.
  private var thumbnails: [String: Widget] = [:]

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
      let recent = gtk_label_new(translated("Recently played")),
      let heading = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
      let clear = gtk_button_new_with_label(translated("Clear"))
    else { return nil }
    (widget, self.icon, self.hint, self.list) = (scroll, icon, hint, list)
    (recentTitle, openButton) = (heading, open)
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
    gtk_widget_set_hexpand(recent, 1)
    gtk_widget_set_margin_top(heading, 12)
    gtk_widget_add_css_class(clear, "flat")
    for part in [recent, clear] { gtk_box_append(cast(heading), part) }
    GtkSignal.connect(clear, "clicked") { [weak self] in self?.onForget?(nil) }
    gtk_widget_add_css_class(list, "boxed-list")
    gtk_list_box_set_selection_mode(OpaquePointer(list), GTK_SELECTION_NONE)
    playhead_gtk_set_name(list, translated("Recently played"))
    for child in [icon, title, hint, open, heading, list] { gtk_box_append(cast(column), child) }
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
    thumbnails = [:]
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(OpaquePointer(list), row) }
    for entry in recent.prefix(Self.count) { addRow(entry) }
    for part in [recentTitle, list] { gtk_widget_set_visible(part, files.isEmpty ? 0 : 1) }
    gtk_widget_grab_focus(openButton)
  }

  /// Adds the row of a file: its thumbnail, its name, the position at which it resumes, and a button that removes it
  /// from the list.
  private func addRow(_ entry: SavedPlayerState.Entry) {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), let time = gtk_label_new(nil),
      let label = gtk_label_new(MediaList.name(of: entry.file)),
      let remove = gtk_button_new_from_icon_name("window-close-symbolic"), let thumbnail = RowThumbnail.make()
    else { return }
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_width_chars(OpaquePointer(label), 28)
    gtk_label_set_max_width_chars(OpaquePointer(label), 44)
    gtk_widget_set_hexpand(label, 1)
    for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(row, 4) }
    for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(row, 12) }
    let position = entry.position.map { TimeText.text(CMTime(seconds: $0, preferredTimescale: 1000)) }
    gtk_label_set_text(OpaquePointer(time), position ?? "")
    for style in ["dim-label", "numeric"] { gtk_widget_add_css_class(time, style) }
    for style in ["flat", "circular"] { gtk_widget_add_css_class(remove, style) }
    gtk_widget_set_tooltip_text(remove, translated("Remove"))
    playhead_gtk_set_name(remove, translated("Remove"))
    gtk_widget_set_tooltip_text(label, entry.file)
    thumbnails[entry.file] = thumbnail
    RowThumbnail.clear(thumbnail, for: entry.file)
    MediaPreviews.shared.request(entry.file) { [weak self] preview in
      // The row may have been removed meanwhile.
      if let image = self?.thumbnails[entry.file] { RowThumbnail.show(preview.thumbnail, in: image) }
    }
    for part in [thumbnail, label, time, remove] { gtk_box_append(cast(row), part) }
    gtk_list_box_append(OpaquePointer(list), row)
    if let whole = gtk_widget_get_parent(row) {
      playhead_gtk_set_name(
        whole, [MediaList.name(of: entry.file), position].compactMap { $0 }.joined(separator: ", "))
    }
    GtkSignal.connect(remove, "clicked") { [weak self] in
      // The row is removed after its signal has been handled.
      Timeout.after(milliseconds: 0) { self?.onForget?(entry.file) }
    }
  }
}
