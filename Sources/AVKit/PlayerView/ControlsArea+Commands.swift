import CPlayheadGTK
import AVFoundation
import PlayheadBasics

/// The commands of pointer and keyboard, and the indicator that confirms them.
extension ControlsArea {
  /// Carries out a press of a button of the bar.
  func pressed(_ control: Control) {
    switch control {
    case .play: driver.togglePlaying()
    case .previous: _ = driver.perform(.queue(-1))
    case .next: _ = driver.perform(.queue(1))
    case .stepBack: _ = driver.perform(.step(-1))
    case .stepForward: _ = driver.perform(.step(1))
    case .live: driver.goLive()
    case .fullScreen: window.setFullScreen(!window.isFullScreen)
    case .pictureInPicture: onPictureInPicture?()
    default: break
    }
    refresh()
  }

  /// Whether the user's language is read from right to left, so that time runs to the left.
  var isMirrored: Bool { gtk_widget_get_direction(view.widget) == GTK_TEXT_DIR_RTL }

  /// Leaves full screen; else returns to the program's previous page.
  func goBack() {
    if window.isFullScreen { return window.setFullScreen(false) }
    onBack?()
  }

  /// Carries out a key's command, and confirms it with the indicator if the controls do not show its effect. False if
  /// the command does not apply here.
  func perform(_ command: PlayerCommand) -> Bool {
    let before = driver.position
    switch command {
    case .showPosition:
      notify(TimeText.spoken(driver.position, of: driver.duration))
      return true
    case .leaveFullScreen:
      if window.isFullScreen { window.setFullScreen(false) } else { return releaseKeyboard() }
      return true
    case .toggleFullScreen: window.setFullScreen(!window.isFullScreen)
    default: guard driver.perform(command) else { return false }
    }
    notify(about: command, from: before)
    refresh()
    return true
  }

  /// Moves the keyboard focus from the controls to the video; false if it was there already.
  private func releaseKeyboard() -> Bool {
    guard visibility.holds.contains(.keyboardFocus) else { return false }
    gtk_widget_grab_focus(view.widget)
    return true
  }

  /// Confirms a command with the indicator. `before` is the position before the command, for the distance of a seek.
  private func notify(about command: PlayerCommand, from before: CMTime) {
    let state = CommandConfirmation.State(
      position: driver.position, duration: driver.duration,
      volume: driver.player.map { $0.isMuted ? 0 : Double($0.volume) }, rate: driver.selectedRate,
      choices: driver.details?.choices, repetition: driver.repetition)
    if let made = CommandConfirmation(of: command, from: before, state) { notify(made.text, detail: made.detail) }
  }

  /// Shows a text over the video; with `stays`, until it is hidden.
  func notify(_ text: String, detail: String = "", stays: Bool = false) {
    makeIndicator()
    indicator?.show(text, detail: detail, stays: stays)
    gtk_widget_queue_allocate(view.widget)
  }

  // MARK: Seek bar

  /// Connects the callbacks of the seek bar.
  func connect(_ seekBar: SeekBar) {
    seekBar.onSeek = { [weak self] seconds, isHeld in
      guard let self else { return }
      let time = CMTime(seconds: seconds, preferredTimescale: 1000)
      if isHeld { self.driver.drag(to: time) } else { self.driver.seek(to: time) }
      self.refresh()
    }
    seekBar.onHold = { [weak self] in self?.setHold(.dragging, $0) }
    seekBar.onHover = { [weak self, weak seekBar] hover in
      guard let self, hover == nil || !self.isTouched || seekBar?.isHeld == true else { return }
      self.setHovered(hover)
    }
  }

  /// Shows the preview for a position of the seek bar; nil hides it.
  func setHovered(_ hover: (seconds: Double, x: Double)?) {
    hovered = hover
    guard let hover else {
      if let bubble { gtk_widget_set_visible(bubble.widget, 0) }
      bubbleReach = 0
      return
    }
    makeBubble()
    if previews == nil, let asset {
      previews = PreviewImages(asset, width: PreviewBubble.width * Int(gtk_widget_get_scale_factor(view.widget)))
      previews?.onImage = { [weak self] second, image in
        guard let self, let now = self.hovered, Int(saturating: now.seconds) == second || image != nil else { return }
        self.bubble?.show(thumbnail: image)
      }
    }
    let content = SeekPreviewContent(
      at: hover.seconds, facts: facts, duration: driver.duration, choices: driver.details?.choices ?? ItemChoices())
    bubble?.show(time: content.time, chapter: content.chapter)
    if let image = previews?.image(at: hover.seconds) { bubble?.show(thumbnail: image) }
    if let bubble { gtk_widget_set_visible(bubble.widget, 1) }
    gtk_widget_queue_allocate(view.widget)
  }

  // MARK: Menus and title

  /// Updates the entries and selections of all menus.
  func showChoices() {
    guard let bar else { return }
    let menus = MenuContents(
      driver.details?.choices ?? ItemChoices(), speeds: speeds.map { ($0.localizedName, $0.rate) },
      rate: driver.selectedRate)
    bar.audio.show(menus.audio.titles, selected: menus.audio.selected)
    bar.subtitles.show(menus.subtitles.titles, selected: menus.subtitles.selected)
    bar.quality.show(menus.quality.titles, selected: menus.quality.selected)
    bar.speed.show(menus.speed.titles, selected: menus.speed.selected)
    bar.fillMoreMenu()
  }

  /// A window with a title bar shows the title there.
  var hasTopBar: Bool { window.isFullScreen || hasWindowControls || onBack != nil }

  /// Updates the title bar. The window buttons are hidden in full screen.
  func showTitle() {
    topBar?.show(
      title: itemTitle, hasBack: onBack != nil || window.isFullScreen,
      hasWindowControls: hasWindowControls && !window.isFullScreen)
  }
}
