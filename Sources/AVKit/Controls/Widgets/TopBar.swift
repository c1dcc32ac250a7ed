import CPlayheadGTK

/// The title bar over the video, with a back button at its start and the program's widgets at its end. In a window
/// without a title bar it is also the handle to move the window by.
@MainActor package final class TopBar {
  let widget: Widget
  /// The row that contains the widgets.
  let row: Widget
  var onBack: (() -> Void)?
  /// Called when a menu of the program opens (true) or closes.
  var onMenu: ((Bool) -> Void)?
  private let back: Widget
  /// The label of the title, shortened if it is too long.
  private let titleLabel: Widget
  /// The box for widgets of the program, after the title.
  private let end: Widget
  /// The window buttons at the end, in the desktop's arrangement.
  private let controls: Widget

  /// Creates a bar without title and window buttons. nil if GTK cannot create a widget.
  init?() {
    guard let handle = gtk_window_handle_new(), let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4),
      let back = gtk_button_new_from_icon_name("go-previous-symbolic"), let title = gtk_label_new(nil),
      let end = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2), let controls = gtk_window_controls_new(GTK_PACK_END)
    else { return nil }
    (widget, self.row, self.back) = (handle, row, back)
    (titleLabel, self.end, self.controls) = (title, end, controls)
    gtk_window_handle_set_child(OpaquePointer(handle), row)
    for child in [back, title, end, controls] { gtk_box_append(cast(row), child) }
    for style in ["osd", "toolbar", "playhead-top"] { gtk_widget_add_css_class(row, style) }
    gtk_widget_add_css_class(back, "flat")
    gtk_widget_add_css_class(title, "title")
    gtk_widget_set_focus_on_click(back, 0)
    gtk_widget_set_hexpand(title, 1)
    gtk_label_set_xalign(OpaquePointer(title), 0)
    gtk_label_set_ellipsize(OpaquePointer(title), PANGO_ELLIPSIZE_END)
    gtk_widget_set_tooltip_text(back, translated("Back"))
    playhead_gtk_set_name(back, translated("Back"))
    Signal.connect(back, "clicked") { [weak self] in self?.onBack?() }
    gtk_widget_set_visible(controls, 0)
    WindowMenu.attach(to: UnsafeMutableRawPointer(handle))
  }

  /// Sets the title, and shows or hides the back button and the window buttons.
  func show(title: String, hasBack: Bool, hasWindowControls: Bool) {
    gtk_label_set_text(OpaquePointer(titleLabel), title)
    gtk_widget_set_visible(back, hasBack ? 1 : 0)
    gtk_widget_set_visible(controls, hasWindowControls ? 1 : 0)
  }

  /// Adds a widget of the program after the title. Menu buttons keep the controls visible while their menu is open.
  package func append(_ pointer: UnsafeMutableRawPointer) {
    let widget: Widget = cast(pointer)
    gtk_box_append(cast(end), widget)
    if g_type_is_a(playhead_gtk_type_of(pointer), gtk_menu_button_get_type()) != 0 {
      MenuButton.watch(widget) { [weak self] in self?.onMenu?($0) }
    }
  }
}
