import AVKit
import CPlayheadGTK
import CoreMedia
import PlayheadPlaylists

/// A button with a popover that lists the files of the queue for selection.
///
/// Rows are created only for the visible part, so a thousand files take no longer than twenty.
@MainActor final class QueueList {
  let button: Widget
  /// Called with the index of the file that the user selects.
  var onChoose: ((Int) -> Void)?
  /// The list view inside the popover.
  private let list: Widget
  /// The popover that the button opens.
  private let popover: Widget
  /// The `GtkStringList` of the rows. Its strings only count: names are looked up in `shown`.
  private let names: OpaquePointer
  /// The queue as last passed to `show`; the rows may be older while the popover is closed.
  private var queue = FileQueue([], loops: false)
  /// The files that have rows, and the index of the marked one.
  private var shown = FileQueue([], loops: false)

  /// Creates an empty list. nil if GTK cannot create a widget.
  init?() {
    guard let button = gtk_menu_button_new(), let popover = gtk_popover_new(), let scroll = gtk_scrolled_window_new(),
      let names = gtk_string_list_new(nil), let factory = gtk_signal_list_item_factory_new(),
      let rows = gtk_no_selection_new(names), let list = gtk_list_view_new(rows, factory)
    else { return nil }
    (self.button, self.popover, self.list, self.names) = (button, popover, list, names)
    gtk_menu_button_set_icon_name(OpaquePointer(button), "view-list-bullet-symbolic")
    gtk_menu_button_set_popover(OpaquePointer(button), popover)
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_tooltip_text(button, translated("Queue"))
    playhead_gtk_set_name(button, translated("Queue"))
    playhead_gtk_set_name(list, translated("Queue"))
    let pane = OpaquePointer(scroll)
    gtk_scrolled_window_set_policy(pane, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_focusable(scroll, 0)
    gtk_scrolled_window_set_propagate_natural_height(pane, 1)
    gtk_scrolled_window_set_propagate_natural_width(pane, 1)
    gtk_scrolled_window_set_max_content_height(pane, 360)
    gtk_scrolled_window_set_child(pane, list)
    gtk_popover_set_child(cast(popover), scroll)
    if let inner = gtk_widget_get_first_child(button) {
      GtkSignal.connect(object: inner, "notify::active") { [weak self] _ in self?.fill() }
    }
    GtkSignal.connect(object: UnsafeMutableRawPointer(factory), "setup") { item in item.map(QueueRow.make) }
    GtkSignal.connect(object: UnsafeMutableRawPointer(factory), "bind") { [weak self] item in
      guard let self, let item else { return }
      let index = Int(gtk_list_item_get_position(OpaquePointer(item)))
      guard let name = self.shown.name(at: index) else { return }
      QueueRow.fill(
        item, name: name, duration: self.shown.entries[index].duration, isCurrent: index == self.shown.position)
    }
    gtk_list_view_set_single_click_activate(OpaquePointer(list), 1)
    GtkSignal.connect(number: list, "activate") { [weak self] index in
      guard let self else { return }
      gtk_popover_popdown(cast(self.popover))
      self.onChoose?(index)
    }
  }

  /// Updates the list; the button is visible if there are several files.
  func show(_ queue: FileQueue) {
    self.queue = queue
    gtk_widget_set_visible(button, queue.entries.count > 1 ? 1 : 0)
    if gtk_widget_get_visible(popover) != 0 { fill() }
  }

  /// Opens or closes the list, if there are several files.
  func toggle() {
    guard gtk_widget_get_visible(button) != 0 else { return }
    let isOpen = gtk_widget_get_visible(popover) != 0
    if isOpen { gtk_popover_popdown(cast(popover)) } else { gtk_menu_button_popup(OpaquePointer(button)) }
  }

  /// Updates the rows that differ, and scrolls to the current file.
  private func fill() {
    let before = shown
    shown = queue
    if before.entries != shown.entries {
      replace(0..<before.entries.count, with: shown.entries)
    } else if before.position != shown.position {
      for index in [before.position, shown.position] where shown.entries.indices.contains(index) {
        replace(index..<index + 1, with: [shown.entries[index]])
      }
    }
    guard shown.entries.indices.contains(shown.position) else { return }
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(shown.position)))
  }

  /// Replaces rows, which makes the list view bind them again.
  private func replace(_ range: Range<Int>, with entries: [PlaylistEntry]) {
    var pointers: [UnsafePointer<CChar>?] = entries.map { UnsafePointer(strdup($0.location)) } + [nil]
    gtk_string_list_splice(names, guint(range.lowerBound), guint(range.count), &pointers)
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }
}

/// A row of the queue: a file's name, with an icon before the current one, and the duration if a playlist has it.
@MainActor private enum QueueRow {
  static func make(_ item: UnsafeMutableRawPointer) {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), let label = gtk_label_new(nil),
      let sign = gtk_image_new_from_icon_name("media-playback-start-symbolic"), let time = gtk_label_new(nil)
    else { return }
    for child in [sign, label, time] { gtk_box_append(cast(row), child) }
    gtk_widget_set_hexpand(label, 1)
    for style in ["dim-label", "numeric"] { gtk_widget_add_css_class(time, style) }
    playhead_gtk_hide_from_readers(sign)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_width_chars(OpaquePointer(label), 24)
    gtk_label_set_max_width_chars(OpaquePointer(label), 42)
    for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(row, 7) }
    for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(row, 6) }
    gtk_list_item_set_child(OpaquePointer(item), row)
  }

  /// Sets the name and the icon of a row.
  static func fill(_ item: UnsafeMutableRawPointer, name: String, duration: Double?, isCurrent: Bool) {
    guard let row = gtk_list_item_get_child(OpaquePointer(item)), let sign = gtk_widget_get_first_child(row),
      let label = gtk_widget_get_next_sibling(sign), let time = gtk_widget_get_next_sibling(label)
    else { return }
    gtk_label_set_text(OpaquePointer(label), name)
    gtk_label_set_text(
      OpaquePointer(time), duration.map { TimeText.text(CMTime(seconds: $0, preferredTimescale: 1000)) } ?? "")
    gtk_widget_set_visible(time, duration == nil ? 0 : 1)
    // The icon is transparent and not hidden, so that the names are aligned.
    gtk_widget_set_opacity(sign, isCurrent ? 1 : 0)
    if let whole = gtk_widget_get_parent(row) { playhead_gtk_set_name(whole, name) }
  }
}
