import CPlayheadGTK
import CoreMedia

/// The row of controls under the pointer: play, seek bar with times, volume, full screen. GTK's own widgets.
@MainActor final class ControlsBar {
  /// The whole row; floating until it gets a parent.
  let widget: Widget
  /// Called when the full screen button is pressed.
  var onFullScreen: (() -> Void)?
  /// The volume's slider has opened, or closed.
  var onMenu: ((Bool) -> Void)?
  /// The seek bar is held, or let go.
  var onDragging: ((Bool) -> Void)?
  private let driver: PlayerDriver
  private let playButton: Widget
  private let positionLabel: Widget
  private let durationLabel: Widget
  private let seekBar: Widget
  private let volumeButton: Widget
  private let fullScreenButton: Widget
  private var shown = Shown()
  private var isDragging = false
  /// The bar is being moved by `refresh`, not by the user.
  private var isRefreshing = false

  /// What the widgets say now. GTK draws again when told what it says already.
  private struct Shown: Equatable {
    var isPlaying: Bool?
    var position = ""
    var duration = ""
    var isFullScreen: Bool?
    var volume = -1.0
  }

  init?(driver: PlayerDriver) {
    guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), let play = gtk_button_new(),
      let position = gtk_label_new(nil),
      let duration = gtk_label_new(nil), let seek = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01),
      let volume = Self.makeVolumeButton(), let fullScreen = gtk_button_new()
    else { return nil }
    self.driver = driver
    (widget, playButton, positionLabel, durationLabel) = (box, play, position, duration)
    (seekBar, volumeButton, fullScreenButton) = (seek, volume, fullScreen)
    for child in [play, position, seek, duration, volume, fullScreen] { gtk_box_append(cast(box), child) }
    for style in ["osd", "toolbar", "playhead-controls"] { gtk_widget_add_css_class(box, style) }
    for label in [position, duration] { gtk_widget_add_css_class(label, "numeric") }
    for button in [play, fullScreen] { gtk_widget_add_css_class(button, "flat") }
    gtk_widget_set_hexpand(seek, 1)
    gtk_scale_set_draw_value(cast(seek), 0)
    playhead_gtk_set_name(seek, "Position")
    playhead_gtk_set_name(volume, "Volume")
    gtk_widget_set_focus_on_click(play, 0)
    gtk_widget_set_focus_on_click(fullScreen, 0)
    connect()
  }

  // MARK: What is shown

  /// Makes the widgets say what the player does. Cheap when nothing changed.
  func refresh(isFullScreen: Bool) {
    var now = Shown()
    let (time, duration) = (driver.position, driver.duration)
    now.isPlaying = driver.isPlaying
    now.position = TimeText.text(time, reference: duration)
    now.duration = TimeText.text(duration)
    now.isFullScreen = isFullScreen
    now.volume = Double(driver.player.map { $0.isMuted ? 0 : $0.volume } ?? 1)
    refreshSeekBar(time: time, duration: duration)
    guard now != shown else { return }
    if now.isPlaying != shown.isPlaying {
      set(playButton, icon: driver.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
      playhead_gtk_set_name(playButton, driver.isPlaying ? "Pause" : "Play")
    }
    if now.isFullScreen != shown.isFullScreen {
      set(fullScreenButton, icon: isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic")
      playhead_gtk_set_name(fullScreenButton, isFullScreen ? "Leave full screen" : "Full screen")
    }
    if now.position != shown.position { gtk_label_set_text(OpaquePointer(positionLabel), now.position) }
    if now.duration != shown.duration { gtk_label_set_text(OpaquePointer(durationLabel), now.duration) }
    if abs(now.volume - shown.volume) > 0.001 {
      isRefreshing = true
      gtk_scale_button_set_value(cast(volumeButton), now.volume)
      isRefreshing = false
    }
    shown = now
  }

  /// Which of the controls are there.
  func arrange(showsFullScreen: Bool, isMinimal: Bool) {
    gtk_widget_set_visible(fullScreenButton, showsFullScreen ? 1 : 0)
    for child in [positionLabel, durationLabel, volumeButton] { gtk_widget_set_visible(child, isMinimal ? 0 : 1) }
  }

  private func refreshSeekBar(time: CMTime, duration: CMTime) {
    guard !isDragging else { return }
    let isUseful = duration.isNumeric && duration.seconds > 0
    if (gtk_widget_get_sensitive(seekBar) != 0) != isUseful { gtk_widget_set_sensitive(seekBar, isUseful ? 1 : 0) }
    guard isUseful, time.isNumeric, let adjustment = gtk_range_get_adjustment(cast(seekBar)) else { return }
    if gtk_adjustment_get_upper(adjustment) != duration.seconds {
      gtk_adjustment_configure(adjustment, time.seconds, 0, duration.seconds, 1, 10, 0)
    }
    // Less than half a pixel is not worth a drawing.
    let width = Double(max(1, gtk_widget_get_width(seekBar)))
    guard abs(gtk_adjustment_get_value(adjustment) - time.seconds) > duration.seconds / width / 2 else { return }
    isRefreshing = true
    gtk_adjustment_set_value(adjustment, time.seconds)
    isRefreshing = false
    playhead_gtk_set_value_text(seekBar, TimeText.spoken(time, of: duration))
  }

  private func set(_ button: Widget, icon: String) { gtk_button_set_icon_name(cast(button), icon) }

  // MARK: What is asked

  private func connect() {
    Signal.connect(playButton, "clicked") { [weak self] in self?.driver.togglePlaying() }
    Signal.connect(fullScreenButton, "clicked") { [weak self] in self?.onFullScreen?() }
    Signal.connect(value: volumeButton, "value-changed") { [weak self] in self?.setVolume($0) }
    Signal.connect(seekBar, "value-changed") { [weak self] in self?.seekBarMoved() }
    if let popup = gtk_scale_button_get_popup(cast(volumeButton)) {
      Signal.connect(popup, "map") { [weak self] in self?.onMenu?(true) }
      Signal.connect(popup, "unmap") { [weak self] in self?.onMenu?(false) }
    }
    guard let press = gtk_event_controller_legacy_new() else { return }
    // The range claims the press for itself; looking at the events before it does is the one way to know how long it lasts.
    gtk_event_controller_set_propagation_phase(press, GTK_PHASE_CAPTURE)
    Signal.connectEvents(UnsafeMutableRawPointer(press)) { [weak self] type in
      switch type {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: self?.setDragging(true)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: self?.setDragging(false)
      default: break
      }
    }
    gtk_widget_add_controller(seekBar, press)
  }

  private func setDragging(_ isDragging: Bool) {
    guard isDragging != self.isDragging else { return }
    self.isDragging = isDragging
    onDragging?(isDragging)
    // While dragging any picture near is good enough; where the user lets go it has to be the one.
    if !isDragging { driver.seek(to: barTime, isExact: true) }
  }

  private func seekBarMoved() {
    guard !isRefreshing else { return }
    driver.seek(to: barTime, isExact: !isDragging)
    let text = TimeText.text(barTime, reference: driver.duration)
    gtk_label_set_text(OpaquePointer(positionLabel), text)
    shown.position = text
  }

  private func setVolume(_ volume: Double) {
    guard !isRefreshing, let player = driver.player else { return }
    player.volume = Float(volume)
    player.isMuted = false
    shown.volume = volume
  }

  private var barTime: CMTime {
    CMTime(seconds: gtk_range_get_value(cast(seekBar)), preferredTimescale: 1000)
  }

  private static func makeVolumeButton() -> Widget? {
    // The first icon stands for silence, the second for full loudness, the others lie between.
    let icons = [
      "audio-volume-muted-symbolic", "audio-volume-high-symbolic", "audio-volume-low-symbolic",
      "audio-volume-medium-symbolic",
    ]
    var pointers: [UnsafePointer<CChar>?] = icons.map { g_intern_string($0) }
    pointers.append(nil)
    return pointers.withUnsafeMutableBufferPointer { gtk_scale_button_new(0, 1, 0.02, $0.baseAddress) }
  }
}
