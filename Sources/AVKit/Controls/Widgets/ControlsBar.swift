import CPlayheadGTK
import CoreMedia

/// The controls under the video: a row with the seek bar and its times, a row of buttons. They are GTK widgets;
/// `ControlsLayout` decides which are visible, and `ControlsContent` their content.
@MainActor final class ControlsBar {
  /// The root widget; floating until it gets a parent.
  let widget: Widget
  /// The seek bar, whose callbacks the owner of this object sets.
  let seekBar: SeekBar
  /// Called when a control is pressed.
  var onPress: ((Control) -> Void)?
  /// Called when the user changes the volume, 0 to its maximum.
  var onVolume: ((Double) -> Void)?
  /// Called when the user mutes or unmutes.
  var onMute: (() -> Void)?
  /// Called when a menu opens (true) or closes.
  var onMenu: ((Bool) -> Void)? { didSet { watchMenus() } }
  /// The menus of tracks, quality and speed.
  let menus: ChoiceMenus
  private let rows: ControlRows
  /// The menu that contains the other menus in a narrow view.
  private let more: MoreMenu
  /// The label of the position, or of the distance behind the live edge.
  private let positionLabel: Widget
  private let durationLabel: Widget
  /// The volume's button and slider.
  private let volumeControl: VolumeControl
  /// The widget of each control, hidden ones included.
  private var buttons: [Control: Widget] = [:]
  /// The content as last shown; nil before the first one.
  private var shown: Shown?
  /// The layout as last applied; nil before the first one.
  private var layout: ControlsLayout?

  /// The current content of the widgets. GTK redraws even if the same value is set again.
  private struct Shown: Equatable {
    /// The texts and states of the controls.
    var content: ControlsContent
    /// Whether the full screen button shows the icon that leaves full screen.
    var isFullScreen: Bool
    /// The value of the volume slider, 0 to its maximum.
    var volume: Double
  }

  /// Creates the bar with all its controls. nil if GTK cannot create a widget.
  init?() {
    guard let rows = ControlRows(), let seekBar = SeekBar(), let position = gtk_label_new(nil),
      let duration = gtk_label_new(nil), let volume = VolumeControl(), let group = g_simple_action_group_new(),
      let menus = ChoiceMenus(group: group), let more = MoreMenu()
    else { return nil }
    (self.rows, self.seekBar, positionLabel, durationLabel) = (rows, seekBar, position, duration)
    (self.menus, self.more, volumeControl) = (menus, more, volume)
    widget = rows.widget
    gtk_widget_insert_action_group(widget, "playback", OpaquePointer(group))
    g_object_unref(group)
    for label in [position, duration] {
      gtk_widget_add_css_class(label, "numeric")
      gtk_widget_set_direction(label, GTK_TEXT_DIR_LTR)
      // The seek bar speaks the time to screen readers on request.
      playhead_gtk_hide_from_readers(label)
    }
    makeButtons()
    connect()
  }

  /// Creates the plain buttons and adds all controls to the rows.
  private func makeButtons() {
    let plain: [(Control, String, String)] = [
      (.previous, "media-skip-backward-symbolic", translated("Previous")),
      (.next, "media-skip-forward-symbolic", translated("Next")),
      (.skipBack, "media-seek-backward-symbolic", translated("10 seconds back")),
      (.skipForward, "media-seek-forward-symbolic", translated("10 seconds forward")),
      (.stepBack, "go-previous-symbolic", translated("Previous frame")),
      (.stepForward, "go-next-symbolic", translated("Next frame")),
      (.play, "media-playback-start-symbolic", translated("Play")),
      (.pictureInPicture, "focus-windows-symbolic", translated("Picture in picture")),
      (.fullScreen, "view-fullscreen-symbolic", translated("Full screen")),
    ]
    for (control, icon, name) in plain {
      guard let button = gtk_button_new() else { continue }
      gtk_widget_add_css_class(button, "flat")
      buttons[control] = button
      set(control, icon: icon, name: name)
    }
    if let live = gtk_button_new_with_label(translated("Live")) {
      gtk_widget_add_css_class(live, "playhead-live")
      buttons[.live] = live
    }
    if let play = buttons[.play] { gtk_widget_add_css_class(play, "playhead-play") }
    buttons[.position] = positionLabel
    buttons[.duration] = durationLabel
    buttons[.seekBar] = seekBar.widget
    buttons[.volume] = volumeControl.widget
    (buttons[.audio], buttons[.subtitles]) = (menus.audio.button, menus.subtitles.button)
    (buttons[.quality], buttons[.speed]) = (menus.quality.button, menus.speed.button)
    (buttons[.chapters], buttons[.more]) = (menus.chapters.button, more.button)
    rows.fill(buttons)
  }

  /// Puts the menus that have entries into the "More" menu. Cheap if they are in it already.
  func fillMoreMenu() { more.fill(menus) }

  /// Connects the signals of buttons and volume. Menus have callbacks of their own.
  private func connect() {
    for (control, button) in buttons {
      switch control {
      case .position, .seekBar, .volume, .chapters, .audio, .subtitles, .quality, .speed, .more: continue
      case .duration:
        guard let click = gtk_gesture_click_new() else { continue }
        Signal.connectPresses(UnsafeMutableRawPointer(click), "released") { [weak self] _ in self?.onPress?(.duration) }
        gtk_widget_add_controller(button, click)
      default:
        gtk_widget_set_focus_on_click(button, 0)
        Signal.connect(button, "clicked") { [weak self] in self?.onPress?(control) }
      }
    }
    volumeControl.onChange = { [weak self] in self?.onVolume?($0) }
    volumeControl.onMute = { [weak self] in self?.onMute?() }
  }

  /// The largest volume of the slider.
  var maximumVolume: Double {
    get { volumeControl.maximum }
    set { volumeControl.maximum = newValue }
  }

  /// Reports the opening and closing of all menus through `onMenu`.
  private func watchMenus() {
    for menu in menus.all { menu.onOpen = { [weak self] in self?.onMenu?($0) } }
    MenuButton.watch(more.button) { [weak self] in self?.onMenu?($0) }
  }

  // MARK: Content

  /// Updates the widgets. Cheap if nothing changed.
  func show(_ content: ControlsContent, volume: Double, isFullScreen: Bool) {
    seekBar.show(content)
    let now = Shown(content: content, isFullScreen: isFullScreen, volume: volume)
    let before = shown
    guard now != before else { return }
    shown = now
    if content.playButton != before?.content.playButton { showPlayButton(content.playButton) }
    if content.canPlay != before?.content.canPlay { set(.play, isSensitive: content.canPlay) }
    if isFullScreen != before?.isFullScreen {
      set(
        .fullScreen, icon: isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic",
        name: translated(isFullScreen ? "Leave full screen" : "Full screen"))
    }
    if content.position != before?.content.position {
      gtk_label_set_text(OpaquePointer(positionLabel), content.position)
    }
    if content.duration != before?.content.duration {
      gtk_label_set_text(OpaquePointer(durationLabel), content.duration)
    }
    if content.live != before?.content.live, let live = buttons[.live] {
      gtk_widget_set_sensitive(live, content.live == .behind ? 1 : 0)
      playhead_gtk_set_name(live, translated(content.live == .behind ? "Go to live" : "Live"))
    }
    volumeControl.show(volume)
  }

  /// Shows the controls of the layout and hides the others.
  func arrange(_ layout: ControlsLayout, playback: PlaybackSnapshot) {
    set(.previous, isSensitive: playback.hasPrevious)
    set(.next, isSensitive: playback.hasNext)
    guard layout != self.layout else { return }
    self.layout = layout
    for (control, button) in buttons { gtk_widget_set_visible(button, layout.controls.contains(control) ? 1 : 0) }
    volumeControl.setSlider(isVisible: layout.hasVolumeSlider)
    rows.setSingle(layout.isSingleRow, buttons)
  }

  /// Sets the icon and the name of the play button.
  private func showPlayButton(_ state: ControlsContent.PlayButton) {
    switch state {
    case .play: set(.play, icon: "media-playback-start-symbolic", name: translated("Play"))
    case .pause: set(.play, icon: "media-playback-pause-symbolic", name: translated("Pause"))
    case .replay: set(.play, icon: "view-refresh-symbolic", name: translated("Play again"))
    }
  }

  private func set(_ control: Control, isSensitive: Bool) {
    guard let button = buttons[control], (gtk_widget_get_sensitive(button) != 0) != isSensitive else { return }
    gtk_widget_set_sensitive(button, isSensitive ? 1 : 0)
  }

  /// Sets the icon, tooltip and accessible name of a button.
  private func set(_ control: Control, icon: String, name: String) {
    guard let button = buttons[control] else { return }
    gtk_button_set_icon_name(cast(button), icon)
    ControlHint.set(name, for: control, on: button)
  }
}
