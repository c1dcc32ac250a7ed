import CPlayheadGTK
import PlayheadBasics

/// The volume: a button that mutes, and a slider beside it. The wheel changes the volume over both.
///
/// A narrow view has the button only: there the wheel, the keys and vertical touches change the volume.
@MainActor final class VolumeControl {
  let widget: Widget
  /// The button that mutes or unmutes.
  let button: Widget
  /// Called with the volume that the user selects, 0 to the maximum.
  var onChange: ((Double) -> Void)?
  /// Called when the user presses the button.
  var onMute: (() -> Void)?
  /// The largest value of the slider. Above 1 a mark shows the original volume.
  var maximum = 1.0 { didSet { if maximum != oldValue { setRange() } } }
  /// The slider.
  private let slider: Widget
  /// The volume as shown, 0 while muted.
  private var volume = 0.0
  /// The index of the icon as shown, and whether the audio is muted; nil before the first.
  private var shownIcon: Int?
  /// Whether the slider is being moved by the program, not by the user.
  private var isRefreshing = false

  /// From silence to amplification.
  private static let icons = ["muted", "low", "medium", "high", "overamplified"].map { "audio-volume-\($0)-symbolic" }
  /// The change of the volume by an arrow key, and by a notch of the wheel.
  private static let step = 0.05

  /// nil if GTK cannot create a widget.
  init?() {
    guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), let button = gtk_button_new(),
      let slider = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01),
      let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
    else { return nil }
    (widget, self.button, self.slider) = (box, button, slider)
    gtk_widget_add_css_class(box, "playhead-volume")
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_focus_on_click(button, 0)
    gtk_widget_set_focus_on_click(slider, 0)
    gtk_widget_set_size_request(slider, 96, -1)
    gtk_scale_set_draw_value(cast(slider), 0)
    gtk_range_set_increments(cast(slider), Self.step, Self.step * 2)
    for part in [button, slider] { gtk_box_append(cast(box), part) }
    ControlHint.set(translated("Volume"), for: .volume, on: slider)
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    Signal.connectScroll(UnsafeMutableRawPointer(wheel)) { [weak self] _, y in self?.scroll(y) }
    gtk_widget_add_controller(box, wheel)
    Signal.connect(button, "clicked") { [weak self] in self?.onMute?() }
    Signal.connect(slider, "value-changed") { [weak self] in self?.moved() }
    show(0)
  }

  /// Shows a volume, 0 while muted. Cheap if nothing changed.
  func show(_ volume: Double) {
    if abs(volume - self.volume) > 0.001 || shownIcon == nil {
      self.volume = volume
      isRefreshing = true
      gtk_range_set_value(cast(slider), volume)
      isRefreshing = false
      playhead_gtk_set_value_text(slider, IndicatorText.volume(volume))
    }
    let icon = volume < 0.005 ? 0 : volume > 1.005 ? 4 : min(3, 1 + Int(saturating: volume * 3))
    guard icon != shownIcon else { return }
    shownIcon = icon
    gtk_button_set_icon_name(cast(button), Self.icons[icon])
    ControlHint.set(translated(icon == 0 ? "Unmute" : "Mute"), for: nil, on: button)
  }

  /// Shows or hides the slider.
  func setSlider(isVisible: Bool) {
    guard (gtk_widget_get_visible(slider) != 0) != isVisible else { return }
    gtk_widget_set_visible(slider, isVisible ? 1 : 0)
  }

  /// Applies the maximum.
  private func setRange() {
    isRefreshing = true
    gtk_range_set_range(cast(slider), 0, maximum)
    gtk_range_set_value(cast(slider), volume)
    isRefreshing = false
    gtk_scale_clear_marks(cast(slider))
    if maximum > 1 { gtk_scale_add_mark(cast(slider), 1, GTK_POS_BOTTOM, nil) }
  }

  /// Reports the value that the user has selected.
  private func moved() {
    guard !isRefreshing else { return }
    report(gtk_range_get_value(cast(slider)))
  }

  /// Changes the volume by notches of the wheel.
  private func scroll(_ notches: Double) {
    guard notches != 0 else { return }
    // Sums of twentieths are not exact.
    report(((volume - notches * Self.step) * 100).rounded() / 100)
  }

  /// Reports a volume, and shows it.
  private func report(_ volume: Double) {
    let volume = max(0, min(maximum, volume))
    onChange?(volume)
    show(volume)
  }
}
