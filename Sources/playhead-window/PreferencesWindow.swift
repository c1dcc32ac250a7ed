import AVFoundation
import AVKit
import CPlayheadGTK
import PlayheadMedia
import PlayheadSettings

/// The window with the user's settings. Each change takes effect at once.
@MainActor final class PreferencesWindow {
  /// The settings as shown.
  private(set) var settings: PlayerSettings
  /// The list of audio devices.
  private let devices = AVRoutePickerView()
  /// The line that shows the style of subtitles.
  var preview: Widget?
  private let onChange: (PlayerSettings) -> Void

  /// Shows the window over another one. It lives until it is closed.
  ///
  /// - Parameter onChange: Receives the settings after each change.
  static func show(
    _ settings: PlayerSettings, _ player: AVPlayer, for window: UnsafeMutablePointer<GtkWindow>,
    onChange: @escaping @MainActor (PlayerSettings) -> Void
  ) {
    guard let dialog = gtk_window_new(), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
      let scroll = gtk_scrolled_window_new()
    else { return }
    let preferences = PreferencesWindow(settings, onChange)
    preferences.devices.listsRenderers = false
    preferences.devices.player = player
    preferences.devices.onSelect = { [weak preferences] in
      preferences?.change { $0.audioDevice = player.audioOutputDeviceUniqueID ?? "" }
    }
    preferences.fill(column)
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(column, 18) }
    let top: UnsafeMutablePointer<GtkWindow> = cast(dialog)
    gtk_window_set_title(top, translated("Preferences"))
    gtk_window_set_transient_for(top, window)
    gtk_window_set_modal(top, 1)
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(OpaquePointer(scroll), 1)
    gtk_scrolled_window_set_max_content_height(OpaquePointer(scroll), 620)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), column)
    gtk_widget_set_focusable(scroll, 0)
    gtk_window_set_child(top, scroll)
    DialogKeys.closeOnEscape(dialog)
    // The handlers of the controls retain the object.
    GtkSignal.connect(dialog, "close-request") { gtk_window_destroy(top) }
    gtk_window_present(top)
  }

  private init(_ settings: PlayerSettings, _ onChange: @escaping (PlayerSettings) -> Void) {
    (self.settings, self.onChange) = (settings, onChange)
  }

  /// Changes a setting and reports it.
  func change(_ body: (inout PlayerSettings) -> Void) {
    let before = settings
    body(&settings)
    guard settings != before else { return }
    showPreview()
    onChange(settings)
  }

  /// Adds the groups of settings.
  private func fill(_ column: Widget) {
    addGroup(
      translated("Playback"), to: column,
      [
        switchRow(translated("Resume where a file was left"), \.resumes),
        switchRow(translated("Volume up to 150 percent"), \.loudness.amplifies),
        deviceRow(), passthroughRow(),
        secondsRow(
          translated("Read ahead in seconds, 0 for automatic"), \.resources.readAhead, PlayerSettings.readAheads),
        hardwareDecodingRow(), deinterlacingRow(),
        switchRow(translated("Adapt the speed to the display"), \.picture.adaptsToDisplay),
        languageRow(translated("Audio languages"), \.audioLanguages), secondStartRow(),
      ])
    addGroup(
      translated("Subtitles"), to: column,
      [
        languageRow(translated("Subtitle languages"), \.subtitleLanguages),
        switchRow(translated("Load subtitle files beside a video"), \.loadsSubtitleFiles),
        numberRow(translated("Text size in percent"), \.subtitleScale, PlayerSettings.subtitleScales, step: 10),
        numberRow(
          translated("Distance from the bottom in percent"), \.subtitleLift, PlayerSettings.subtitleLifts, step: 1),
        fontRow(), colorRow(), edgeRow(), previewRow(),
      ])
    showPreview()
  }

  /// Adds a title and a list of rows.
  private func addGroup(_ title: String, to column: Widget, _ rows: [Widget?]) {
    guard let heading = gtk_label_new(title), let list = gtk_list_box_new() else { return }
    gtk_label_set_xalign(OpaquePointer(heading), 0)
    gtk_widget_add_css_class(heading, "heading")
    gtk_widget_add_css_class(list, "boxed-list")
    gtk_list_box_set_selection_mode(OpaquePointer(list), GTK_SELECTION_NONE)
    playhead_gtk_set_name(list, title)
    for row in rows.compactMap({ $0 }) {
      gtk_list_box_append(OpaquePointer(list), row)
      // The control in the row takes the focus, not the row.
      if let place = gtk_widget_get_parent(row) { gtk_widget_set_focusable(place, 0) }
    }
    gtk_box_append(cast(column), heading)
    gtk_box_append(cast(column), list)
  }

  /// A row with a label and a control.
  func row(_ title: String, _ control: Widget) -> Widget? {
    guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24), let label = gtk_label_new(title) else { return nil }
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    playhead_gtk_set_name(control, title)
    for child in [label, control] { gtk_box_append(cast(box), child) }
    for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(box, 8) }
    for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(box, 12) }
    return box
  }

  /// A row with a switch.
  private func switchRow(_ title: String, _ path: WritableKeyPath<PlayerSettings, Bool>) -> Widget? {
    guard let control = gtk_switch_new() else { return nil }
    gtk_switch_set_active(OpaquePointer(control), settings[keyPath: path] ? 1 : 0)
    GtkSignal.connect(object: control, "notify::active") { _ in
      self.change { $0[keyPath: path] = gtk_switch_get_active(OpaquePointer(control)) != 0 }
    }
    return row(title, control)
  }

  /// A row with an entry for language tags. An empty entry stands for the languages of the desktop.
  private func languageRow(_ title: String, _ path: WritableKeyPath<PlayerSettings, [String]>) -> Widget? {
    guard let control = gtk_entry_new() else { return nil }
    gtk_editable_set_text(OpaquePointer(control), settings[keyPath: path].joined(separator: ", "))
    gtk_entry_set_placeholder_text(cast(control), "en, pt-BR")
    gtk_editable_set_width_chars(OpaquePointer(control), 16)
    GtkSignal.connect(control, "changed") {
      let text = gtk_editable_get_text(OpaquePointer(control)).map { String(cString: $0) } ?? ""
      self.change { $0[keyPath: path] = PlayerSettings.languages(text) }
    }
    return row(title, control)
  }

  /// A row with a number in percent of a fraction.
  private func numberRow(
    _ title: String, _ path: WritableKeyPath<PlayerSettings, Double>, _ range: ClosedRange<Double>, step: Double
  ) -> Widget? {
    guard let control = gtk_spin_button_new_with_range(range.lowerBound * 100, range.upperBound * 100, step) else {
      return nil
    }
    gtk_spin_button_set_value(OpaquePointer(control), settings[keyPath: path] * 100)
    GtkSignal.connect(control, "value-changed") {
      let value = gtk_spin_button_get_value(OpaquePointer(control)) / 100
      self.change { $0[keyPath: path] = max(range.lowerBound, min(range.upperBound, value)) }
    }
    return row(title, control)
  }

  /// A row with a number of seconds.
  private func secondsRow(
    _ title: String, _ path: WritableKeyPath<PlayerSettings, Double>, _ range: ClosedRange<Double>
  ) -> Widget? {
    guard let control = gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, 5) else { return nil }
    gtk_spin_button_set_value(OpaquePointer(control), settings[keyPath: path])
    GtkSignal.connect(control, "value-changed") {
      self.change { $0[keyPath: path] = gtk_spin_button_get_value(OpaquePointer(control)) }
    }
    return row(title, control)
  }

  /// The row with the list of audio devices.
  private func deviceRow() -> Widget? { row(translated("Audio device"), cast(devices.gtkWidget)) }

  /// The row for the codecs that the audio device decodes; without any, the player decodes all audio. The names of
  /// codecs are the same in all languages.
  private func passthroughRow() -> Widget? {
    guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12) else { return nil }
    let title = translated("Audio that the device decodes")
    for codec in PassthroughCodec.allCases {
      guard let control = gtk_check_button_new_with_label(codec.title) else { continue }
      let isPermitted = settings.resources.passthrough.contains(codec.rawValue)
      gtk_check_button_set_active(cast(control), isPermitted ? 1 : 0)
      GtkSignal.connect(object: control, "notify::active") { _ in
        let isPermitted = gtk_check_button_get_active(cast(control)) != 0
        self.change { $0.resources.passthrough.set(codec.rawValue, isPermitted: isPermitted) }
      }
      playhead_gtk_set_name(control, "\(title): \(codec.title)")
      gtk_box_append(cast(box), control)
    }
    return row(title, box)
  }

  /// The row for the decoders of video. The names of interfaces are the same in all languages.
  private func hardwareDecodingRow() -> Widget? {
    choiceRow(
      translated("Hardware decoding of video"), \.resources.hardwareDecoding,
      [
        (.automatic, translated("Automatic")), (.off, translated("Off")), (.vaapi, "VA-API"), (.nvdec, "NVDEC"),
        (.vulkan, "Vulkan"), (.drm, "DRM"), (.v4l2m2m, "V4L2"),
      ])
  }

  /// The row for interlaced video.
  private func deinterlacingRow() -> Widget? {
    choiceRow(
      translated("Deinterlacing"), \.picture.deinterlacing,
      [
        (.automatic, translated("Automatic")), (.doubleRate, translated("Double frame rate")),
        (.inverseTelecine, translated("Restore film")), (.off, translated("Off")),
      ])
  }

  /// The row for another start of the program.
  private func secondStartRow() -> Widget? {
    choiceRow(
      translated("Files opened later play in"), \.secondStart,
      [(.newWindow, translated("Own window")), (.replace, translated("This window")), (.append, translated("Queue"))])
  }

  /// A row with a list of choices.
  func choiceRow<Value: Equatable>(
    _ title: String, _ path: WritableKeyPath<PlayerSettings, Value>, _ choices: [(Value, String)]
  ) -> Widget? {
    guard let control = gtk_drop_down_new(nil, nil), let names = gtk_string_list_new(nil) else { return nil }
    for (_, name) in choices { gtk_string_list_append(names, name) }
    gtk_drop_down_set_model(OpaquePointer(control), names)
    g_object_unref(UnsafeMutableRawPointer(names))
    let selected = choices.firstIndex { $0.0 == settings[keyPath: path] } ?? 0
    gtk_drop_down_set_selected(OpaquePointer(control), guint(clamping: selected))
    GtkSignal.connect(object: control, "notify::selected") { _ in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(control)))
      if choices.indices.contains(index) { self.change { $0[keyPath: path] = choices[index].0 } }
    }
    return row(title, control)
  }
}
