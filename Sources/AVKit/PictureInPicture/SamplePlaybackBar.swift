import CPlayheadGTK
import CoreMedia

/// The controls of a small window for enqueued samples: skip, play, close, and the progress.
@MainActor final class SamplePlaybackBar {
  /// Floating until it gets a parent.
  let widget: Widget
  var onPlay: (() -> Void)?
  /// Receives seconds, negative ones to skip backward.
  var onSkip: ((Int) -> Void)?
  var onClose: (() -> Void)?
  private let progress: Widget
  private let play: Widget
  /// Back and forward.
  private let skips: [Widget]

  /// Creates a bar. nil if GTK cannot create a widget.
  init?() {
    guard let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2),
      let progress = gtk_progress_bar_new(), let play = gtk_button_new(),
      let back = gtk_button_new_from_icon_name("media-seek-backward-symbolic"),
      let forward = gtk_button_new_from_icon_name("media-seek-forward-symbolic"),
      let close = gtk_button_new_from_icon_name("window-close-symbolic")
    else { return nil }
    (widget, self.progress, self.play, skips) = (column, progress, play, [back, forward])
    for child in [progress, row] { gtk_box_append(cast(column), child) }
    for child in [back, play, forward, close] {
      gtk_box_append(cast(row), child)
      gtk_widget_add_css_class(child, "flat")
      // Time runs from left to right in every language.
      gtk_widget_set_direction(child, GTK_TEXT_DIR_LTR)
    }
    for child in [row, progress] { gtk_widget_set_direction(child, GTK_TEXT_DIR_LTR) }
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    for style in ["osd", "toolbar", "playhead-controls"] { gtk_widget_add_css_class(column, style) }
    playhead_gtk_set_name(column, translated("Controls"))
    playhead_gtk_set_name(progress, translated("Position"))
    ControlHint.set(translated("10 seconds back"), for: nil, on: back)
    ControlHint.set(translated("10 seconds forward"), for: nil, on: forward)
    ControlHint.set(translated("Close"), for: nil, on: close)
    Signal.connect(play, "clicked") { [weak self] in self?.onPlay?() }
    Signal.connect(back, "clicked") { [weak self] in self?.onSkip?(-10) }
    Signal.connect(forward, "clicked") { [weak self] in self?.onSkip?(10) }
    Signal.connect(close, "clicked") { [weak self] in self?.onClose?() }
  }

  /// Shows a state and the progress at a time of the layer.
  func show(_ state: SamplePlaybackState, at time: CMTime) {
    let (icon, name) =
      state.isPaused
      ? ("media-playback-start-symbolic", translated("Play")) : ("media-playback-pause-symbolic", translated("Pause"))
    gtk_button_set_icon_name(cast(play), icon)
    ControlHint.set(name, for: nil, on: play)
    for button in skips {
      gtk_widget_set_visible(button, state.isFinite ? 1 : 0)
      gtk_widget_set_sensitive(button, state.canSkip ? 1 : 0)
    }
    let fraction = state.fraction(at: time)
    gtk_widget_set_visible(progress, fraction == nil ? 0 : 1)
    gtk_progress_bar_set_fraction(OpaquePointer(progress), fraction ?? 0)
  }
}
