import CPlayheadGTK

/// The overlay in the middle of the view: a spinner while waiting, a message with a retry button after an error.
@MainActor final class StatusPanel {
  let spinner: Widget
  /// The message with its icon and retry button; hidden without a message.
  let panel: Widget
  var onRetry: (() -> Void)?
  private let label: Widget
  /// The retry button; hidden for messages of the program.
  private let retry: Widget
  private(set) var isSpinning = false
  /// The message that is shown; nil if there is none.
  private(set) var message: String?

  /// Creates a hidden panel. nil if GTK cannot create a widget.
  init?() {
    guard let spinner = gtk_spinner_new(), let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18),
      let icon = gtk_image_new_from_icon_name("dialog-warning-symbolic"), let label = gtk_label_new(nil),
      let retry = gtk_button_new_with_label(translated("Try again"))
    else { return nil }
    (self.spinner, panel, self.label, self.retry) = (spinner, box, label, retry)
    gtk_widget_add_css_class(spinner, "playhead-spinner")
    gtk_widget_set_can_target(spinner, 0)
    playhead_gtk_set_name(spinner, translated("Waiting for data"))
    gtk_widget_set_visible(spinner, 0)
    for child in [icon, label, retry] { gtk_box_append(cast(box), child) }
    gtk_image_set_pixel_size(OpaquePointer(icon), 48)
    gtk_widget_add_css_class(box, "playhead-message")
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_max_width_chars(OpaquePointer(label), 60)
    gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    gtk_label_set_selectable(OpaquePointer(label), 0)
    for style in ["pill", "suggested-action"] { gtk_widget_add_css_class(retry, style) }
    gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(box, 0)
    Signal.connect(retry, "clicked") { [weak self] in self?.onRetry?() }
  }

  /// Shows or hides the spinner. It is only animated while visible, because each step is a drawing.
  func setSpinning(_ isSpinning: Bool) {
    guard isSpinning != self.isSpinning else { return }
    self.isSpinning = isSpinning
    gtk_widget_set_visible(spinner, isSpinning ? 1 : 0)
    if isSpinning { gtk_spinner_start(OpaquePointer(spinner)) } else { gtk_spinner_stop(OpaquePointer(spinner)) }
  }

  /// Shows a message in the middle of the view; nil hides it.
  func show(_ message: String?, canRetry: Bool) {
    guard message != self.message || (gtk_widget_get_visible(retry) != 0) != canRetry else { return }
    self.message = message
    gtk_label_set_text(OpaquePointer(label), message ?? "")
    gtk_widget_set_visible(retry, canRetry ? 1 : 0)
    gtk_widget_set_visible(panel, message == nil ? 0 : 1)
  }
}
