import CPlayheadGTK
import PlayheadBasics

/// Creation of the widgets over the video on first use, and their layout.
extension ControlsArea {
  /// Creates the bar and the title bar when the controls are first shown. No effect with the style `none`.
  func makeBars() {
    guard bar == nil, options.style != .none, let bar = ControlsBar(), let topBar = makeTopBar() else { return }
    ControlsStyleSheet.install(for: view.widget)
    self.bar = bar
    bar.onPress = { [weak self] in self?.pressed($0) }
    bar.onVolume = { [weak self] in self?.driver.setVolume($0) }
    bar.onMenu = { [weak self] in self?.setHold(.menuOpen, $0) }
    topBar.onMenu = { [weak self] in self?.setHold(.menuOpen, $0) }
    bar.audio.onChoose = { [weak self] in self?.driver.details?.selectAudio($0) }
    bar.subtitles.onChoose = { [weak self] in self?.driver.details?.selectSubtitles(MenuContents.option(ofEntry: $0)) }
    bar.quality.onChoose = { [weak self] in self?.driver.details?.selectQuality(MenuContents.option(ofEntry: $0)) }
    bar.speed.onChoose = { [weak self] index in
      guard let self, self.speeds.indices.contains(index) else { return }
      self.driver.setRate(self.speeds[index].rate)
      self.refresh()
    }
    connect(bar.seekBar)
    topRevealer = makeRevealer(topBar.widget)
    barRevealer = makeRevealer(bar.widget)
    arrange()
    bar.seekBar.setChapters(driver.details?.choices.chapters.map(\.start) ?? [])
  }

  /// The bar with the title, which programs may extend before it is shown.
  func makeTopBar() -> TopBar? {
    if let topBar { return topBar }
    guard let made = TopBar() else { return nil }
    topBar = made
    made.onBack = { [weak self] in self?.goBack() }
    return made
  }

  /// Wraps a bar in a revealer that fades, and reports the pointer and keyboard focus inside it.
  private func makeRevealer(_ child: Widget) -> Widget? {
    guard let revealer = gtk_revealer_new() else { return nil }
    gtk_revealer_set_transition_type(OpaquePointer(revealer), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_revealer_set_transition_duration(OpaquePointer(revealer), 200)
    gtk_revealer_set_child(OpaquePointer(revealer), child)
    view.add(revealer)
    Signal.connectIgnoringArgument(revealer, "notify::child-revealed") { [weak self] in self?.updateCover() }
    if let motion = gtk_event_controller_motion_new() {
      Signal.connect(place: UnsafeMutableRawPointer(motion), "enter") { [weak self] _ in
        if let self, !self.isTouched { self.setHold(.pointerOver, true) }
      }
      Signal.connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.setHold(.pointerOver, false) }
      gtk_widget_add_controller(child, motion)
    }
    if let focus = gtk_event_controller_focus_new() {
      Signal.connect(UnsafeMutableRawPointer(focus), "enter") { [weak self] in self?.setHold(.keyboardFocus, true) }
      Signal.connect(UnsafeMutableRawPointer(focus), "leave") { [weak self] in self?.setHold(.keyboardFocus, false) }
      gtk_widget_add_controller(child, focus)
    }
    capturePresses(from: revealer)
    return revealer
  }

  /// A press on the controls is not a gesture on the video: neither a double click nor the start of a drag.
  func capturePresses(from controls: Widget) {
    guard let presses = gtk_event_controller_legacy_new() else { return }
    Signal.connectEvents(deciding: UnsafeMutableRawPointer(presses)) { [weak self] type in
      guard let self else { return false }
      switch type {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: gtk_widget_grab_focus(self.view.widget)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: break
      default: return false
      }
      self.noteActivity()
      return true
    }
    gtk_widget_add_controller(controls, presses)
  }

  /// Creates the spinner and the message on first use.
  func makeStatus() {
    guard status == nil, let status = StatusPanel() else { return }
    ControlsStyleSheet.install(for: view.widget)
    self.status = status
    status.onRetry = { [weak self] in self?.retry() }
    // Below the bars, because the user may respond to an error by opening the next item.
    view.add(status.spinner, above: view.bottom)
    view.add(status.panel, above: view.bottom)
    capturePresses(from: status.panel)
    gtk_widget_queue_allocate(view.widget)
  }

  func makeIndicator() {
    guard indicator == nil, let indicator = Indicator() else { return }
    ControlsStyleSheet.install(for: view.widget)
    self.indicator = indicator
    indicator.onVisible = { [weak self] _ in self?.updateCover() }
    view.add(indicator.widget)
  }

  /// Creates the preview of the seek bar on first use.
  func makeBubble() {
    guard bubble == nil, let bubble = PreviewBubble() else { return }
    self.bubble = bubble
    view.add(bubble.widget)
  }

  func makeSkipButton() {
    guard skipButton == nil, let made = SkipButton() else { return }
    ControlsStyleSheet.install(for: view.widget)
    skipButton = made
    made.onPress = { [weak self] in
      self?.interruption?.skip()
      self?.refresh()
    }
    made.onVisible = { [weak self] in
      guard let self else { return }
      gtk_widget_queue_allocate(self.view.widget)
    }
    capturePresses(from: made.widget)
    view.add(made.widget, above: view.bottom)
  }

  /// Applies the layout for the current size and item to the bar.
  func arrange() {
    defer { gtk_widget_queue_allocate(view.widget) }
    guard let bar else { return }
    let choices = driver.details?.choices ?? ItemChoices()
    let layout = ControlsLayout(
      options, facts: facts,
      choices: ControlsLayout.Choices(
        audio: choices.audio.names.count, subtitles: choices.subtitles.names.count,
        quality: choices.quality.names.count),
      width: Int(gtk_widget_get_width(view.widget)), height: Int(gtk_widget_get_height(view.widget)),
      fillsScreen: window.isFullScreen)
    bar.arrange(layout, facts: facts)
    for widget in [bar.widget, topBar?.row].compactMap({ $0 }) {
      if layout.isLarge {
        gtk_widget_add_css_class(widget, "playhead-large")
      } else {
        gtk_widget_remove_css_class(widget, "playhead-large")
      }
    }
    if options.style == .none {
      for revealer in [barRevealer, topRevealer].compactMap({ $0 }) { gtk_widget_set_visible(revealer, 0) }
    }
  }

  // MARK: Layout

  /// Allocates all widgets over the video. Called during size allocation, so nothing may be shown or hidden here.
  func layOut(width: Int, height: Int) {
    if let status {
      placeInMiddle(status.spinner, width: width, height: height)
      placeInMiddle(status.panel, width: width, height: height)
    }
    if let indicator { placeInMiddle(indicator.widget, width: width, height: height, top: max(12, height / 8)) }
    layOutTop(width: width, height: height)
    layOutBar(width: width, height: height)
    layOutBubble(width: width, height: height)
    layOutSkipButton(width: width, height: height)
  }

  /// Positions the title bar; hides it if it does not fit, or would cover half of the height.
  private func layOutTop(width: Int, height: Int) {
    guard let topRevealer, gtk_widget_get_visible(topRevealer) != 0 else { return topReach = 0 }
    let measured = view.measure(topRevealer, GTK_ORIENTATION_HORIZONTAL)
    let tall = view.measure(topRevealer, GTK_ORIENTATION_VERTICAL, for: max(width, measured.minimum)).minimum
    let fits = measured.minimum <= width && tall * 2 <= height && hasTopBar
    gtk_widget_set_child_visible(topRevealer, fits ? 1 : 0)
    topReach = fits ? tall : 0
    if fits { view.place(topRevealer, x: 0, y: 0, width: width, height: tall) }
  }

  /// Positions the bar; hides it if it does not fit.
  private func layOutBar(width: Int, height: Int) {
    guard let barRevealer, gtk_widget_get_visible(barRevealer) != 0 else { return }
    let measured = view.measure(barRevealer, GTK_ORIENTATION_HORIZONTAL)
    // A very wide seek bar is hard to aim at.
    let barWidth = max(measured.minimum, options.style == .floating ? min(width, 640) : width)
    let barHeight = view.measure(barRevealer, GTK_ORIENTATION_VERTICAL, for: barWidth).minimum
    let fits = measured.minimum <= width && barHeight <= height
    gtk_widget_set_child_visible(barRevealer, fits ? 1 : 0)
    guard fits else { return setBarReach(0) }
    let lift = options.style == .floating ? height / 12 : 0
    view.place(
      barRevealer, x: (width - barWidth) / 2, y: max(0, height - barHeight - lift), width: barWidth, height: barHeight)
    setBarReach(barHeight + lift)
  }

  /// Positions the preview above the pointer, inside the view; hides it if it does not fit.
  private func layOutBubble(width: Int, height: Int) {
    var (x, y): (Double, Double) = (0, 0)
    guard let bubble, gtk_widget_get_visible(bubble.widget) != 0, let bar, let hovered,
      playhead_gtk_translate(bar.seekBar.widget, view.widget, hovered.x, 0, &x, &y) != 0
    else { return bubbleReach = 0 }
    let bubbleWidth = view.measure(bubble.widget, GTK_ORIENTATION_HORIZONTAL).natural
    let tall = view.measure(bubble.widget, GTK_ORIENTATION_VERTICAL, for: bubbleWidth).natural
    let left = max(6, min(Double(width - bubbleWidth - 6), x - Double(bubbleWidth) / 2))
    let fits = bubbleWidth + 12 <= width && y - Double(tall) - 8 >= 0
    gtk_widget_set_child_visible(bubble.widget, fits ? 1 : 0)
    bubbleReach = fits ? height - Int(saturating: y) + tall + 8 : 0
    if fits {
      view.place(
        bubble.widget, x: Int(saturating: left), y: Int(saturating: y) - tall - 8, width: bubbleWidth, height: tall)
    }
  }

  /// At the end of the row, above the bar if that is visible.
  private func layOutSkipButton(width: Int, height: Int) {
    guard let skipButton, skipButton.isVisible else { return skipReach = 0 }
    let wide = min(view.measure(skipButton.widget, GTK_ORIENTATION_HORIZONTAL).natural, width)
    let tall = view.measure(skipButton.widget, GTK_ORIENTATION_VERTICAL, for: wide).natural
    let lift = isRevealed ? barReach : 0
    let top = max(0, height - tall - lift)
    view.place(skipButton.widget, x: isMirrored ? 0 : width - wide, y: top, width: wide, height: tall)
    skipReach = height - top
  }

  /// Positions a widget in the horizontal middle, and in the vertical middle unless `top` is given.
  private func placeInMiddle(_ widget: Widget, width: Int, height: Int, top: Int? = nil) {
    guard gtk_widget_get_visible(widget) != 0 else { return }
    let measured = view.measure(widget, GTK_ORIENTATION_HORIZONTAL)
    let wide = max(measured.minimum, min(measured.natural, width))
    let tall = view.measure(widget, GTK_ORIENTATION_VERTICAL, for: wide).natural
    view.place(widget, x: (width - wide) / 2, y: top ?? (height - tall) / 2, width: wide, height: tall)
  }
}
