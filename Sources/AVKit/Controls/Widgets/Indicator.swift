import CPlayheadGTK

/// A short text over the video that confirms a key or gesture.
@MainActor final class Indicator {
  let widget: Widget
  /// Called when the indicator appears (true) or disappears.
  var onVisible: ((Bool) -> Void)?
  private let main: Widget
  /// The label of the smaller text below; hidden if that is empty.
  private let detail: Widget
  /// Counts the texts, so that the timeout of an earlier one does not hide a later one.
  private var generation = 0

  /// Milliseconds; long enough to read two numbers.
  private static let time = 1200

  /// Creates a hidden indicator, which takes no pointer events. nil if GTK cannot create a widget.
  init?() {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let main = gtk_label_new(nil),
      let detail = gtk_label_new(nil)
    else { return nil }
    (widget, self.main, self.detail) = (box, main, detail)
    for label in [main, detail] {
      gtk_box_append(cast(box), label)
      gtk_widget_add_css_class(label, "numeric")
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_label_set_max_width_chars(OpaquePointer(label), 60)
      // The sign precedes a number in every script.
      gtk_widget_set_direction(label, GTK_TEXT_DIR_LTR)
    }
    gtk_widget_add_css_class(main, "playhead-indicator-main")
    for style in ["osd", "playhead-indicator"] { gtk_widget_add_css_class(box, style) }
    gtk_widget_set_can_target(box, 0)
    gtk_widget_set_visible(box, 0)
  }

  var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

  /// Shows the text for a moment; with `stays`, until another text replaces it or `hide` is called.
  func show(_ text: String, detail: String = "", stays: Bool = false) {
    generation += 1
    gtk_label_set_text(OpaquePointer(main), text)
    gtk_label_set_text(OpaquePointer(self.detail), detail)
    gtk_widget_set_visible(self.detail, detail.isEmpty ? 0 : 1)
    playhead_gtk_announce(widget, detail.isEmpty ? text : text + ", " + detail)
    let wasShown = isShown
    gtk_widget_set_visible(widget, 1)
    if !wasShown { onVisible?(true) }
    guard !stays else { return }
    let generation = self.generation
    Timeout.after(milliseconds: Self.time) { [weak self] in
      if let self, self.generation == generation { self.hide() }
    }
  }

  /// Hides the indicator at once, and cancels the timeout of the current text.
  func hide() {
    generation += 1
    guard isShown else { return }
    gtk_widget_set_visible(widget, 0)
    onVisible?(false)
  }
}
