import CPlayheadGTK

/// The rows that contain the controls.
///
/// ```
///   0:12 ──────────────●──────────────── 3:45
///   vol            |◄  ►  ►|    cc  a  1×  ⛶
/// ```
/// Right-to-left languages mirror the groups of the lower row. The seek bar and the transport buttons keep their order
/// in every language, like the keys of playback devices.
///
/// In one row: play, the seek bar, full screen.
@MainActor final class ControlRows {
  let widget: Widget
  /// The upper row: times and seek bar; in one row also play and full screen.
  private let timeRow: Widget
  /// The lower row; hidden in the single-row layout.
  private let buttonRow: Widget
  /// The start of the lower row: volume.
  private let start: Widget
  /// The middle of the lower row: the transport buttons, always from left to right.
  private let middle: Widget
  /// The end of the lower row: menus and full screen.
  private let end: Widget
  /// The layout as last applied; nil before the first one.
  private var isSingle: Bool?

  /// Creates empty rows. nil if GTK cannot create a widget.
  init?() {
    guard let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let time = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4),
      let row = gtk_center_box_new(), let start = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2),
      let middle = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2), let end = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2)
    else { return nil }
    (widget, timeRow, buttonRow) = (column, time, row)
    (self.start, self.middle, self.end) = (start, middle, end)
    gtk_box_append(cast(column), time)
    gtk_box_append(cast(column), row)
    gtk_center_box_set_start_widget(OpaquePointer(row), start)
    gtk_center_box_set_center_widget(OpaquePointer(row), middle)
    gtk_center_box_set_end_widget(OpaquePointer(row), end)
    for style in ["osd", "toolbar", "playhead-controls"] { gtk_widget_add_css_class(column, style) }
    for row in [time, middle] { gtk_widget_set_direction(row, GTK_TEXT_DIR_LTR) }
    playhead_gtk_set_name(column, translated("Controls"))
  }

  /// Adds the controls to the rows in their fixed order. To be called once.
  func fill(_ buttons: [Control: Widget]) {
    let parts: [(Widget, [Control])] = [
      (timeRow, [.position, .seekBar, .duration, .live]), (start, [.volume]),
      (middle, [.previous, .skipBack, .stepBack, .play, .stepForward, .skipForward, .next]),
      (end, [.chapters, .subtitles, .audio, .quality, .speed, .more, .pictureInPicture, .fullScreen]),
    ]
    for (box, controls) in parts {
      for control in controls { if let button = buttons[control] { gtk_box_append(cast(box), button) } }
    }
    // A direction applies to a single widget, and icons have one of their own.
    for button in buttons.values where [middle, timeRow].contains(gtk_widget_get_parent(button)) {
      ControlRows.setLeftToRight(button)
    }
  }

  /// Sets the direction of a widget and of all its descendants.
  private static func setLeftToRight(_ widget: Widget) {
    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    var child = gtk_widget_get_first_child(widget)
    while let part = child {
      setLeftToRight(part)
      child = gtk_widget_get_next_sibling(part)
    }
  }

  /// Moves play and full screen between the two rows. Cheap if the layout is the same.
  func setSingle(_ isSingle: Bool, _ buttons: [Control: Widget]) {
    guard isSingle != self.isSingle, let play = buttons[.play], let fullScreen = buttons[.fullScreen] else { return }
    self.isSingle = isSingle
    for button in [play, fullScreen] { g_object_ref(button) }
    for button in [play, fullScreen] {
      if let box = gtk_widget_get_parent(button) { gtk_box_remove(cast(box), button) }
    }
    gtk_box_insert_child_after(cast(isSingle ? timeRow : middle), play, isSingle ? nil : buttons[.stepBack])
    gtk_box_append(cast(isSingle ? timeRow : end), fullScreen)
    for button in [play, fullScreen] { g_object_unref(button) }
    gtk_widget_set_visible(buttonRow, isSingle ? 0 : 1)
  }
}
