import AVFoundation
import CPlayheadGTK

/// The presentation of the playback facts: in the controls, over the video, and on the desktop.
extension ControlsArea {
  /// Updates the position alone: a timecode label changes with every frame.
  func showPosition() {
    facts.position = driver.position.isNumeric ? driver.position.seconds : nil
    bar?.show(
      ControlsContent(facts, timecode: timecode), volume: facts.volume, isFullScreen: window.isFullScreen)
  }

  /// The timecode of the item; nil if it has none, is live or has failed, or if timecodes are switched off.
  var timecode: Timecode? {
    guard options.showsTimecodes, facts.hasItem, facts.failure == nil, facts.duration != nil else { return nil }
    return driver.details?.timecode
  }

  /// Publishes the state for the desktop. `hasJumped`: the position is discontinuous, so it is published in any case.
  func updateNowPlaying(hasJumped: Bool = false) {
    guard updatesNowPlaying else { return }
    if hasJumped { facts = PlaybackFacts(driver) }
    let updater = nowPlaying ?? NowPlayingUpdater(driver)
    nowPlaying = updater
    // Media panels show metadata of the file. Loading it takes a little, so it is loaded only if the desktop has a
    // session bus.
    if !facts.isWaiting, updater.isPublishing, NowPlayingUpdater.hasBus { driver.details?.load() }
    let url = (player?.currentItem?.asset as? AVURLAsset)?.url
    updater.update(facts, title: itemTitle, url: url, hasJumped: hasJumped)
  }

  /// The program's title, else the item's title, else its file name.
  var itemTitle: String {
    title ?? driver.details?.choices.title ?? (player?.currentItem?.asset as? AVURLAsset)?.url.lastPathComponent ?? ""
  }

  /// Shows a button that skips the rest of an interstitial event, while that is permitted.
  func showSkipOffer() {
    if interruption == nil, let player, player.reasonForWaitingToPlay == .interstitialEvent {
      interruption = InterstitialSkipMonitor(player) { [weak self] in self?.refresh() }
    }
    let offer = options.style == .none ? nil : interruption?.offer
    if skipButton == nil, offer != nil { makeSkipButton() }
    guard let skipButton else { return }
    // The keyboard focus returns to the video, and not to an arbitrary widget that GTK finds next.
    if offer == nil, skipButton.hasFocus { gtk_widget_grab_focus(view.widget) }
    skipButton.show(offer)
  }

  /// Shows the spinner after a short wait, and the error or the program's message.
  func showStatus() {
    let isSlow = waiting.isShown(isWaiting: facts.isWaiting, at: clock.now)
    if status == nil, isSlow || facts.failure != nil { makeStatus() }
    status?.setSpinning(isSlow)
    status?.show(facts.failure ?? customMessage, canRetry: facts.failure != nil)
    updateCover()
  }
}
