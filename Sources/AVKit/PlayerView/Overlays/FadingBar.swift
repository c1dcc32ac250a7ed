import CPlayheadGTK

/// A bar over the video inside a revealer that fades it in and out.
@MainActor final class FadingBar {
  /// The revealer.
  private let revealer: Widget

  /// Adds a bar above all other children of the view. nil if GTK cannot create a widget.
  ///
  /// - Parameters:
  ///   - visibility: Observes the pointer, the keyboard focus and presses in the bar.
  ///   - onFaded: Called when the bar has faded in or out.
  init?(
    _ child: Widget, over view: ViewWidget, visibility: ControlsVisibilityController,
    onFaded: @escaping @MainActor () -> Void
  ) {
    guard let revealer = gtk_revealer_new() else { return nil }
    self.revealer = revealer
    gtk_revealer_set_transition_type(OpaquePointer(revealer), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_revealer_set_transition_duration(OpaquePointer(revealer), 200)
    gtk_revealer_set_child(OpaquePointer(revealer), child)
    view.add(revealer)
    Signal.connectIgnoringArgument(revealer, "notify::child-revealed", onFaded)
    visibility.observePointerAndFocus(in: child)
    visibility.capturePresses(from: revealer)
  }

  /// Begins to fade the bar in (true) or out.
  func setRevealed(_ isRevealed: Bool) {
    if isRevealed { gtk_widget_set_visible(revealer, 1) }
    gtk_revealer_set_reveal_child(OpaquePointer(revealer), isRevealed ? 1 : 0)
  }

  /// Removes the bar from the layout at once.
  func hide() { gtk_widget_set_visible(revealer, 0) }

  /// Whether the bar takes part in the layout. It does after it has faded out, too.
  var isInLayout: Bool { gtk_widget_get_visible(revealer) != 0 }

  /// Whether any part of the bar is drawn: it is visible, or it fades in or out.
  var isDrawn: Bool {
    gtk_revealer_get_child_revealed(OpaquePointer(revealer)) != 0
      || gtk_revealer_get_reveal_child(OpaquePointer(revealer)) != 0
  }

  /// The size that the bar requests.
  func request(in view: ViewWidget) -> OverlayPlacement.Request { view.request(of: revealer, minimumHeight: true) }

  /// Draws the bar, or leaves it out because it does not fit. For size allocation, where nothing may be hidden.
  func setFitting(_ fits: Bool) { gtk_widget_set_child_visible(revealer, fits ? 1 : 0) }

  /// Sets the position and size of the bar.
  func place(in frame: OverlayFrame, of view: ViewWidget) { view.place(revealer, in: frame) }
}
