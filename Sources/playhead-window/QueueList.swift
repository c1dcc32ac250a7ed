import AVKit
import CPlayheadGTK

/// A button whose popover lists the files of the queue; one of them can be chosen.
@MainActor final class QueueList {
  let button: Widget
  var onChoose: ((Int) -> Void)?
  private let list: Widget
  private let popover: Widget
  private var queue = FileQueue([], loops: false)
  /// What there are rows for.
  private var shown: [String] = []

  init?() {
    guard let button = gtk_menu_button_new(), let popover = gtk_popover_new(), let scroll = gtk_scrolled_window_new(),
      let list = gtk_list_box_new()
    else { return nil }
    (self.button, self.popover, self.list) = (button, popover, list)
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
    gtk_list_box_set_activate_on_single_click(OpaquePointer(list), 1)
    GtkSignal.connect(object: list, "row-activated") { [weak self] row in
      guard let self, let row else { return }
      gtk_popover_popdown(cast(self.popover))
      self.onChoose?(Int(gtk_list_box_row_get_index(cast(row))))
    }
  }

  /// Makes the list say this; the button is there when there is a choice. Rows are made for those who look: a thousand take a while.
  func show(_ queue: FileQueue) {
    self.queue = queue
    gtk_widget_set_visible(button, queue.files.count > 1 ? 1 : 0)
    if gtk_widget_get_visible(popover) != 0 { fill() }
  }

  private func fill() {
    if queue.files != shown {
      shown = queue.files
      while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(OpaquePointer(list), row) }
      for file in shown { makeRow(MediaList.name(of: file)).map { gtk_list_box_append(OpaquePointer(list), $0) } }
    }
    gtk_list_box_select_row(
      OpaquePointer(list), gtk_list_box_get_row_at_index(OpaquePointer(list), Int32(queue.position)))
  }

  private func makeRow(_ name: String) -> Widget? {
    guard let label = gtk_label_new(name) else { return nil }
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_width_chars(OpaquePointer(label), 24)
    gtk_label_set_max_width_chars(OpaquePointer(label), 42)
    for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(label, 7) }
    for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(label, 10) }
    return label
  }
}
