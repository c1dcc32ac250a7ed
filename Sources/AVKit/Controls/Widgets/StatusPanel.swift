import CPlayheadGTK

/// The overlay in the middle of the view: a spinner while waiting, a message after an error, with a headline and
/// buttons that try again or open something else.
@MainActor final class StatusPanel {
  let spinner: Widget
  /// The message with its icon and retry button; hidden without a message.
  let panel: Widget
  var onRetry: (() -> Void)?
  /// Called by the button that opens another item; without it there is no such button.
  var onOpenAnother: (() -> Void)?
  /// The kind of a message.
  enum Kind {
    /// An error, with a headline and buttons.
    case error
    /// A message of the program.
    case message
    /// The device that plays in place of this computer.
    case externalPlayback
  }

  private let icon: Widget
  /// The kind of the message that is shown.
  private var kind = Kind.message
  /// The headline of an error; hidden for messages of the program.
  private let headline: Widget
  private let label: Widget
  /// The button that opens the item again.
  private let retry: Widget
  /// The button that opens another item.
  private let another: Widget
  /// The row of the buttons; hidden for messages of the program.
  private let buttons: Widget
  private(set) var isSpinning = false
  /// The message that is shown; nil if there is none.
  private(set) var message: String?

  /// Creates a hidden panel. nil if GTK cannot create a widget.
  init?() {
    guard let spinner = gtk_spinner_new(), let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10),
      let icon = gtk_image_new_from_icon_name("dialog-warning-symbolic"), let label = gtk_label_new(nil),
      let headline = gtk_label_new(translated("This cannot be played.")),
      let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
      let retry = gtk_button_new_with_label(translated("Try again")),
      let another = gtk_button_new_with_label(translated("Open Another…"))
    else { return nil }
    (self.spinner, panel, self.label, self.retry, self.icon) = (spinner, box, label, retry, icon)
    (self.headline, self.another, self.buttons) = (headline, another, buttons)
    // Screen readers read an alert as soon as it appears.
    playhead_gtk_set_role(box, GTK_ACCESSIBLE_ROLE_ALERT)
    gtk_widget_add_css_class(spinner, "playhead-spinner")
    gtk_widget_set_can_target(spinner, 0)
    playhead_gtk_set_name(spinner, translated("Waiting for data"))
    gtk_widget_set_visible(spinner, 0)
    for child in [icon, headline, label, buttons] { gtk_box_append(cast(box), child) }
    for button in [retry, another] {
      gtk_box_append(cast(buttons), button)
      gtk_widget_add_css_class(button, "pill")
    }
    playhead_gtk_hide_from_readers(icon)
    gtk_widget_add_css_class(headline, "title-2")
    gtk_label_set_wrap(OpaquePointer(headline), 1)
    gtk_image_set_pixel_size(OpaquePointer(icon), 32)
    gtk_widget_add_css_class(box, "playhead-message")
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_max_width_chars(OpaquePointer(label), 60)
    gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    gtk_label_set_selectable(OpaquePointer(label), 0)
    gtk_widget_add_css_class(retry, "suggested-action")
    gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(box, 0)
    Signal.connect(retry, "clicked") { [weak self] in self?.onRetry?() }
    Signal.connect(another, "clicked") { [weak self] in self?.onOpenAnother?() }
  }

  /// Shows or hides the spinner. It is only animated while visible, because each step is a drawing.
  func setSpinning(_ isSpinning: Bool) {
    guard isSpinning != self.isSpinning else { return }
    self.isSpinning = isSpinning
    gtk_widget_set_visible(spinner, isSpinning ? 1 : 0)
    if isSpinning { gtk_spinner_start(OpaquePointer(spinner)) } else { gtk_spinner_stop(OpaquePointer(spinner)) }
  }

  /// Shows a message in the middle of the view; nil hides it.
  func show(_ message: String?, kind: Kind) {
    guard message != self.message || kind != self.kind else { return }
    (self.message, self.kind) = (message, kind)
    gtk_label_set_text(OpaquePointer(label), message ?? "")
    // The alert itself; its labels have their texts.
    playhead_gtk_set_name(panel, kind == .error ? translated("This cannot be played.") : message ?? "")
    gtk_image_set_from_icon_name(
      OpaquePointer(icon), kind == .externalPlayback ? "video-display-symbolic" : "dialog-warning-symbolic")
    for part in [headline, buttons] { gtk_widget_set_visible(part, kind == .error ? 1 : 0) }
    gtk_widget_set_visible(another, onOpenAnother == nil ? 0 : 1)
    gtk_widget_set_visible(panel, message == nil ? 0 : 1)
  }
}
