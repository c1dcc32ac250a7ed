@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK
import PlayheadBasics
import PlayheadSettings

/// The window that adjusts the colors and filters of the video, the equalizer and the normalization of the audio. Each
/// change takes effect at once.
@MainActor final class AdjustmentsPanel {
  /// The source and the destination of the audio's settings.
  private let settings: SettingsController
  /// The window; nil while it is closed.
  private var window: Widget?
  /// The view whose colors are adjusted.
  private weak var view: AVPlayerView?
  /// The sliders of the colors, in the order of the properties.
  private var colors: [Widget] = []
  /// The sliders of the equalizer, in the order of the bands.
  private var bands: [Widget] = []
  /// The list of presets of the equalizer.
  private var presets: Widget?
  /// Whether controls are being changed by the program, not by the user.
  private var isRefreshing = false

  /// Creates a closed panel.
  init(_ settings: SettingsController) { self.settings = settings }

  /// Opens or closes the panel over a window.
  func toggle(over parent: PlayerWindow) {
    if let window { return gtk_window_destroy(cast(window)) }
    guard let dialog = gtk_window_new(), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
      let scroll = gtk_scrolled_window_new()
    else { return }
    (window, view) = (dialog, parent.view)
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(column, 18) }
    addColors(to: column)
    addSwitch(translated("Smooth bands in gradients"), of: \.picture.debands, to: column)
    addAudio(to: column)
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(OpaquePointer(scroll), 1)
    gtk_scrolled_window_set_max_content_height(OpaquePointer(scroll), 640)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), column)
    let top: UnsafeMutablePointer<GtkWindow> = cast(dialog)
    gtk_window_set_title(top, translated("Adjustments"))
    gtk_window_set_transient_for(top, parent.top)
    gtk_window_set_default_size(top, 440, -1)
    gtk_window_set_child(top, scroll)
    DialogKeys.closeOnEscape(dialog)
    GtkSignal.connect(dialog, "destroy") { [weak self] in self?.closed() }
    refresh()
    gtk_window_present(top)
  }

  /// Forgets the widgets of a closed window.
  private func closed() {
    (window, presets) = (nil, nil)
    (colors, bands) = ([], [])
  }

  /// Shows the current values, which keys may have changed. No effect while the panel is closed.
  func refresh() {
    guard window != nil else { return }
    isRefreshing = true
    for (slider, property) in zip(colors, ColorAdjustment.Property.allCases) {
      gtk_range_set_value(cast(slider), Double(view?.colorAdjustment[property] ?? 0))
    }
    let gains = settings.values.equalizer
    for (index, slider) in bands.enumerated() {
      gtk_range_set_value(cast(slider), gains.indices.contains(index) ? gains[index] : 0)
    }
    if let presets {
      let index = EqualizerPreset.allCases.firstIndex { $0.matches(gains) } ?? EqualizerPreset.allCases.count
      gtk_drop_down_set_selected(OpaquePointer(presets), guint(clamping: index))
    }
    isRefreshing = false
  }

  // MARK: Colors

  /// Adds the sliders of the colors.
  private func addColors(to column: Widget) {
    guard let grid = gtk_grid_new() else { return }
    addHeading(translated("Colors"), to: column) { [weak self] in
      self?.view?.colorAdjustment = .none
      self?.refresh()
    }
    gtk_grid_set_column_spacing(cast(grid), 12)
    for (row, property) in ColorAdjustment.Property.allCases.enumerated() {
      guard let label = gtk_label_new(property.title),
        let slider = gtk_scale_new_with_range(
          GTK_ORIENTATION_HORIZONTAL, Double(ColorAdjustment.range.lowerBound),
          Double(ColorAdjustment.range.upperBound), 1)
      else { continue }
      gtk_label_set_xalign(OpaquePointer(label), 0)
      gtk_widget_set_hexpand(slider, 1)
      gtk_scale_set_draw_value(cast(slider), 1)
      gtk_scale_set_value_pos(cast(slider), GTK_POS_RIGHT)
      gtk_scale_add_mark(cast(slider), 0, GTK_POS_BOTTOM, nil)
      playhead_gtk_set_name(slider, property.title)
      GtkSignal.connect(slider, "value-changed") { [weak self] in
        guard let self, !self.isRefreshing else { return }
        self.view?.colorAdjustment[property] = Int(saturating: gtk_range_get_value(cast(slider)).rounded())
      }
      gtk_grid_attach(cast(grid), label, 0, Int32(row), 1, 1)
      gtk_grid_attach(cast(grid), slider, 1, Int32(row), 1, 1)
      colors.append(slider)
    }
    gtk_box_append(cast(column), grid)
  }

  /// Adds a heading with a button that restores the values below it.
  private func addHeading(_ title: String, to column: Widget, reset: @escaping @MainActor () -> Void) {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), let heading = gtk_label_new(title),
      let button = gtk_button_new_with_label(translated("Reset"))
    else { return }
    gtk_label_set_xalign(OpaquePointer(heading), 0)
    gtk_widget_set_hexpand(heading, 1)
    gtk_widget_add_css_class(heading, "heading")
    gtk_widget_add_css_class(button, "flat")
    playhead_gtk_set_name(button, "\(translated("Reset")): \(title)")
    GtkSignal.connect(button, "clicked", reset)
    for part in [heading, button] { gtk_box_append(cast(row), part) }
    gtk_box_append(cast(column), row)
  }

  // MARK: Audio

  /// Adds the switches, the choice of equal loudness, the presets and the sliders of the equalizer.
  private func addAudio(to column: Widget) {
    guard let heading = gtk_label_new(translated("Audio")) else { return }
    gtk_label_set_xalign(OpaquePointer(heading), 0)
    gtk_widget_add_css_class(heading, "heading")
    gtk_box_append(cast(column), heading)
    addSwitch(translated("Even out quiet and loud passages"), of: \.loudness.isNormalized, to: column)
    addSwitch(translated("Louder dialogue in surround sound"), of: \.loudness.emphasizesDialogue, to: column)
    addReplayGain(to: column)
    addEqualizer(to: column)
  }

  /// Adds a switch for a setting.
  private func addSwitch(_ title: String, of setting: WritableKeyPath<PlayerSettings, Bool>, to column: Widget) {
    guard let control = gtk_switch_new() else { return }
    gtk_switch_set_active(OpaquePointer(control), settings.values[keyPath: setting] ? 1 : 0)
    GtkSignal.connect(object: control, "notify::active") { [weak self] _ in
      self?.settings.change { $0[keyPath: setting] = gtk_switch_get_active(OpaquePointer(control)) != 0 }
    }
    addRow(title, control, to: column)
  }

  /// Adds the choice of the loudness that is made equal.
  private func addReplayGain(to column: Widget) {
    guard let names = gtk_string_list_new(nil), let list = gtk_drop_down_new(nil, nil) else { return }
    let modes = PlayerSettings.ReplayGain.allCases
    for mode in modes { gtk_string_list_append(names, mode.title) }
    gtk_drop_down_set_model(OpaquePointer(list), names)
    g_object_unref(UnsafeMutableRawPointer(names))
    let selected = modes.firstIndex(of: settings.values.loudness.replayGain) ?? 0
    gtk_drop_down_set_selected(OpaquePointer(list), guint(clamping: selected))
    GtkSignal.connect(object: list, "notify::selected") { [weak self] _ in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(list)))
      if modes.indices.contains(index) { self?.settings.change { $0.loudness.replayGain = modes[index] } }
    }
    addRow(translated("Equal loudness (ReplayGain)"), list, to: column)
  }

  /// Adds the presets and a slider for each band.
  private func addEqualizer(to column: Widget) {
    guard let names = gtk_string_list_new(nil), let list = gtk_drop_down_new(nil, nil),
      let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    else { return }
    for preset in EqualizerPreset.allCases { gtk_string_list_append(names, preset.title) }
    gtk_string_list_append(names, translated("Custom"))
    gtk_drop_down_set_model(OpaquePointer(list), names)
    g_object_unref(UnsafeMutableRawPointer(names))
    GtkSignal.connect(object: list, "notify::selected") { [weak self] _ in
      guard let self, !self.isRefreshing else { return }
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(list)))
      guard EqualizerPreset.allCases.indices.contains(index) else { return self.refresh() }
      self.setGains(EqualizerPreset.allCases[index].gains)
    }
    presets = list
    addRow(translated("Equalizer"), list, to: column)
    gtk_box_set_homogeneous(cast(row), 1)
    // From low to high frequencies in every language.
    gtk_widget_set_direction(row, GTK_TEXT_DIR_LTR)
    playhead_gtk_set_name(row, translated("Equalizer"))
    for (index, frequency) in AudioEffects.frequencies.enumerated() {
      if let band = makeBand(index, frequency) { gtk_box_append(cast(row), band) }
    }
    gtk_box_append(cast(column), row)
  }

  /// Creates the slider of a band with its frequency below.
  private func makeBand(_ index: Int, _ frequency: Double) -> Widget? {
    let range = PlayerSettings.equalizerGains
    let name = frequency < 1000 ? "\(Int(saturating: frequency))" : "\(Int(saturating: frequency / 1000)) k"
    guard let band = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3), let label = gtk_label_new(name),
      let slider = gtk_scale_new_with_range(GTK_ORIENTATION_VERTICAL, range.lowerBound, range.upperBound, 1)
    else { return nil }
    gtk_range_set_inverted(cast(slider), 1)
    gtk_widget_set_size_request(slider, -1, 120)
    gtk_scale_add_mark(cast(slider), 0, GTK_POS_RIGHT, nil)
    for style in ["dim-label", "caption", "numeric"] { gtk_widget_add_css_class(label, style) }
    let hint = "\(name) Hz"
    gtk_widget_set_tooltip_text(slider, hint)
    playhead_gtk_set_name(slider, hint)
    playhead_gtk_hide_from_readers(label)
    GtkSignal.connect(slider, "value-changed") { [weak self] in
      guard let self, !self.isRefreshing else { return }
      self.setGain(gtk_range_get_value(cast(slider)).rounded(), ofBand: index)
    }
    for part in [slider, label] { gtk_box_append(cast(band), part) }
    bands.append(slider)
    return band
  }

  /// Adds a label and a control beside each other.
  private func addRow(_ title: String, _ control: Widget, to column: Widget) {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), let label = gtk_label_new(title) else { return }
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    playhead_gtk_set_name(control, title)
    for part in [label, control] { gtk_box_append(cast(row), part) }
    gtk_box_append(cast(column), row)
  }

  /// Changes the gain of one band.
  private func setGain(_ gain: Double, ofBand index: Int) {
    var gains = settings.values.equalizer
    gains += [Double](repeating: 0, count: max(0, bands.count - gains.count))
    guard gains.indices.contains(index) else { return }
    gains[index] = gain
    setGains(gains)
  }

  /// Changes the gains of all bands, and shows them.
  private func setGains(_ gains: [Double]) {
    settings.change { $0.equalizer = gains.allSatisfy { $0 == 0 } ? [] : gains }
    refresh()
  }
}

extension PlayerSettings.ReplayGain {
  /// The name in the user's language.
  fileprivate var title: String {
    switch self {
    case .off: translated("Off")
    case .track: translated("Of Tracks")
    case .album: translated("Of Albums")
    }
  }
}

/// A frequency response of the equalizer to choose.
enum EqualizerPreset: CaseIterable {
  case flat, bass, treble, voice

  /// The name in the user's language.
  var title: String {
    switch self {
    case .flat: translated("Off")
    case .bass: translated("More Bass")
    case .treble: translated("More Treble")
    case .voice: translated("Clear Voices")
    }
  }

  /// The gains in decibels, in the order of `AudioEffects.frequencies`; none for all zero.
  var gains: [Double] {
    switch self {
    case .flat: []
    case .bass: [6, 6, 5, 3, 1, 0, 0, 0, 0, 0]
    case .treble: [0, 0, 0, 0, 0, 1, 2, 4, 5, 6]
    case .voice: [-6, -5, -3, 0, 1, 3, 4, 3, 1, 0]
    }
  }

  /// Whether gains are those of the preset.
  func matches(_ gains: [Double]) -> Bool { gains == self.gains }
}
