import AVFoundation
import CPlayheadGTK

/// What is told of the facts: in the controls, over the picture, and to the desktop.
extension ControlsArea {
  /// The label of a time code changes with every picture.
  func showPosition() {
    facts.position = driver.position.isNumeric ? driver.position.seconds : nil
    bar?.show(
      ControlsContent(facts, timecode: timecode), volume: facts.volume, isFullScreen: window.isFullScreen)
  }

  var timecode: Timecode? {
    guard wishes.showsTimecodes, facts.hasItem, facts.failure == nil, facts.duration != nil else { return nil }
    return driver.details?.timecode
  }

  func updateNowPlaying(hasJumped: Bool = false) {
    guard updatesNowPlaying else { return }
    if hasJumped { facts = PlaybackFacts(driver) }
    let updater = nowPlaying ?? NowPlayingUpdater(driver)
    nowPlaying = updater
    // What media panels show beside the title comes from the file. Looking takes a little, so it is done for those who are there.
    if !facts.isWaiting, updater.isSpeaking, NowPlayingUpdater.isHeard { driver.details?.load() }
    let url = (player?.currentItem?.asset as? AVURLAsset)?.url
    updater.update(facts, title: itemTitle, url: url, hasJumped: hasJumped)
  }

  /// The program's title, else the file's own, else its name.
  var itemTitle: String {
    title ?? driver.details?.choices.title ?? (player?.currentItem?.asset as? AVURLAsset)?.url.lastPathComponent ?? ""
  }

  /// A button for the rest of an event that interrupts the film, while it may be skipped.
  func showSkipOffer() {
    if interruption == nil, let player, player.reasonForWaitingToPlay == .interstitialEvent {
      interruption = InterruptionWatch(player) { [weak self] in self?.refresh() }
    }
    let offer = wishes.style == .none ? nil : interruption?.offer
    if skipButton == nil, offer != nil { makeSkipButton() }
    guard let skipButton else { return }
    // The keyboard goes back to the picture, and not to wherever GTK finds the next widget.
    if offer == nil, skipButton.hasFocus { gtk_widget_grab_focus(view.widget) }
    skipButton.show(offer)
  }

  func showStatus() {
    let isSlow = waiting.isShown(isWaiting: facts.isWaiting, at: clock.now)
    if status == nil, isSlow || facts.failure != nil { makeStatus() }
    status?.setSpinning(isSlow)
    status?.show(facts.failure ?? ownSentence, canRetry: facts.failure != nil)
    updateCover()
  }
}
