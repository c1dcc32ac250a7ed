import CPlayheadGTK

/// A button with a slider for the volume, 0 to 1.
@MainActor enum VolumeButton {
  static func make() -> Widget? {
    // The first icon means silence, the second full volume, and the others are for the levels in between.
    let icons = [
      "audio-volume-muted-symbolic", "audio-volume-high-symbolic", "audio-volume-low-symbolic",
      "audio-volume-medium-symbolic",
    ]
    var pointers: [UnsafePointer<CChar>?] = icons.map { g_intern_string($0) }
    pointers.append(nil)
    guard let button = pointers.withUnsafeMutableBufferPointer({ gtk_scale_button_new(0, 1, 0.02, $0.baseAddress) })
    else { return nil }
    ControlHint.set(translated("Volume"), for: .volume, on: button)
    // The inner button has the focus.
    if let inner = gtk_widget_get_first_child(button) { playhead_gtk_set_name(inner, translated("Volume")) }
    if let popup = gtk_scale_button_get_popup(cast(button)) { gtk_popover_set_position(cast(popup), GTK_POS_TOP) }
    return button
  }
}
