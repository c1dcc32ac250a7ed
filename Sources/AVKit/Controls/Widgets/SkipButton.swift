import CPlayheadGTK

/// The button that skips the rest of an interstitial event. Visible while the event can be skipped, regardless of the
/// other controls; it fades in and out as they do.
@MainActor final class SkipButton {
  /// Floating until it gets a parent.
  let widget: Widget
  var onPress: (() -> Void)?
  /// Called when the button appears, and after it has faded out.
  var onVisible: (() -> Void)?
  /// The button inside the revealer `widget`.
  private let button: Widget
  /// The title of the current offer; nil while hidden or fading out.
  private var title: String?

  /// Creates a hidden button. nil if GTK cannot create a widget.
  init?() {
    guard let revealer = gtk_revealer_new(), let button = gtk_button_new_with_label("") else { return nil }
    (widget, self.button) = (revealer, button)
    gtk_revealer_set_transition_type(OpaquePointer(revealer), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_revealer_set_transition_duration(OpaquePointer(revealer), 200)
    gtk_revealer_set_child(OpaquePointer(revealer), button)
    for style in ["osd", "playhead-skip"] { gtk_widget_add_css_class(button, style) }
    gtk_widget_set_visible(revealer, 0)
    Signal.connect(button, "clicked") { [weak self] in self?.onPress?() }
    Signal.connectIgnoringArgument(revealer, "notify::child-revealed") { [weak self] in self?.revealed() }
  }

  /// Whether any part of the button is visible, including while it fades.
  var isVisible: Bool { gtk_widget_get_visible(widget) != 0 }
  /// Whether the button has keyboard focus.
  var hasFocus: Bool { gtk_widget_is_focus(button) != 0 }

  /// Shows the button with the offer's title; nil hides it.
  func show(_ offer: SkipOffer?) {
    guard offer?.title != title else { return }
    title = offer?.title
    if let title {
      // Screen readers speak the label.
      gtk_button_set_label(cast(button), title)
      gtk_widget_set_visible(widget, 1)
    }
    // A button that fades out accepts no presses and no keyboard focus.
    gtk_widget_set_sensitive(button, title == nil ? 0 : 1)
    gtk_revealer_set_reveal_child(OpaquePointer(widget), title == nil ? 0 : 1)
    onVisible?()
  }

  /// Removes the revealer from the layout once it has faded out.
  private func revealed() {
    guard title == nil, gtk_revealer_get_child_revealed(OpaquePointer(widget)) == 0 else { return }
    gtk_widget_set_visible(widget, 0)
    onVisible?()
  }
}
