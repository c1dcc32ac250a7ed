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
    switch command {
    case .skip:
      guard driver.position.isNumeric, before.isNumeric else { return }
      let (target, difference) = IndicatorText.seek(to: driver.position, from: before, duration: driver.duration)
      notify(target, detail: difference)
    case .changeVolume, .toggleMute:
      guard let player = driver.player else { return }
      notify(IndicatorText.volume(player.isMuted ? 0 : Double(player.volume)))
    case .multiplyRate, .resetRate: notify(IndicatorText.speed(driver.selectedRate))
    case .cycleAudio:
      notify(IndicatorText.choice(driver.details?.choices.audio ?? ChoiceList(), named: translated("Audio")))
    case .cycleSubtitles, .toggleSubtitles:
      notify(IndicatorText.choice(driver.details?.choices.subtitles ?? ChoiceList(), named: translated("Subtitles")))
    case .chapter:
      guard let choices = driver.details?.choices, driver.position.isNumeric,
        let (number, title) = IndicatorText.chapter(choices, at: driver.position.seconds)
      else { return }
      notify(number, detail: title)
    case .toggleRepeatedPart: showRepetition()
    case .toggleRepeat: notify(translated(driver.repetition.repeatsAll ? "Repeat" : "No repeat"))
    default: break
    }
  }

  /// Shows the repeated range over the video; an open end is an ellipsis.
  private func showRepetition() {
    let repetition = driver.repetition
    /// A time of the range as text.
    func text(_ seconds: Double?) -> String {
      seconds.map { TimeText.text(CMTime(seconds: $0, preferredTimescale: 1000), reference: driver.duration) } ?? "…"
    }
    let part = repetition.start == nil ? translated("No repeat") : "\(text(repetition.start)) – \(text(repetition.end))"
    notify(repetition.start == nil ? part : translated("Repeat"), detail: repetition.start == nil ? "" : part)
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
    let time = CMTime(seconds: hover.seconds, preferredTimescale: 1000)
    let choices = driver.details?.choices ?? ItemChoices()
    let distance =
      facts.isLive ? CMTime(seconds: hover.seconds - (facts.seekable?.upperBound ?? 0), preferredTimescale: 1000) : time
    bubble?.show(
      time: TimeText.text(facts.isLive ? distance : time, reference: driver.duration),
      chapter: choices.chapter(at: hover.seconds).map { choices.chapters[$0].title })
    if let image = previews?.image(at: hover.seconds) { bubble?.show(thumbnail: image) }
    if let bubble { gtk_widget_set_visible(bubble.widget, 1) }
    gtk_widget_queue_allocate(view.widget)
  }

  // MARK: Menus and title

  /// Updates the entries and selections of all menus.
  func showChoices() {
    guard let bar else { return }
    let choices = driver.details?.choices ?? ItemChoices()
    bar.audio.show(choices.audio.names, selected: choices.audio.selected ?? -1)
    bar.subtitles.show(
      choices.subtitles.names.isEmpty ? [] : [translated("Off")] + choices.subtitles.names,
      selected: choices.subtitles.selected.map { $0 + 1 } ?? 0)
    bar.quality.show(
      choices.quality.names.isEmpty ? [] : [translated("Automatic")] + choices.quality.names,
      selected: choices.quality.selected.map { $0 + 1 } ?? 0)
    let rate = driver.selectedRate
    bar.speed.show(speeds.map(\.localizedName), selected: speeds.firstIndex { abs($0.rate - rate) < 0.005 } ?? -1)
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
