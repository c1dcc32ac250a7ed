import CPlayheadGTK

/// The widgets over the video of a view: positions them, and reports the part of the video that they cover.
@MainActor final class VideoOverlays {
  /// The bar of controls and the title bar.
  let bars: ControlBars
  /// The spinner and the message in the middle.
  let status: StatusOverlay
  /// The cover and the texts of audio without video.
  let music: MusicOverlay
  /// The short texts that confirm commands.
  let indicator: IndicatorOverlay
  /// The preview above the seek bar.
  let preview: SeekPreview
  /// The button that skips an interstitial event.
  let skip: SkipOverlay
  /// Called when the covered part of the video changes.
  var onCover: ((VideoCover) -> Void)?
  /// The covered part as last reported.
  private var cover = VideoCover.nothing
  private let view: ViewWidget

  /// Creates no widget yet: each is created when it is first shown.
  init(view: ViewWidget, window: ViewWindow, visibility: ControlsVisibilityController) {
    self.view = view
    bars = ControlBars(view: view, window: window, visibility: visibility)
    status = StatusOverlay(view: view, visibility: visibility)
    music = MusicOverlay(view: view)
    indicator = IndicatorOverlay(view: view)
    preview = SeekPreview(view: view)
    skip = SkipOverlay(view: view, visibility: visibility)
    bars.onCoverChange = { [weak self] in self?.updateCover() }
    indicator.onCoverChange = { [weak self] in self?.updateCover() }
    preview.onCoverChange = { [weak self] in self?.updateCover() }
    skip.onCoverChange = { [weak self] in self?.updateCover() }
  }

  /// Begins to fade the bars in (true) or out.
  func setBarsRevealed(_ isRevealed: Bool) {
    // The skip button is placed above the bar while that is visible.
    if skip.isVisible { gtk_widget_queue_allocate(view.widget) }
    bars.setRevealed(isRevealed)
  }

  /// Shows the spinner after a short wait, and the error or the program's message.
  func showStatus(_ facts: PlaybackFacts) {
    status.update(facts)
    updateCover()
  }

  /// Shows the content of an item with audio only; nil hides it.
  func showMusic(_ content: MusicContent?, artwork: Data?, url: URL?) {
    guard content != nil || music.isShown else { return }
    music.update(content, artwork: artwork, url: url)
    updateCover()
  }

  /// Allocates all widgets. Called during size allocation, so nothing may be shown or hidden here.
  func layOut(width: Int, height: Int) {
    let placement = OverlayPlacement(width: width, height: height)
    music.layOut(width: width, height: height)
    status.layOut(placement)
    indicator.layOut(placement)
    bars.layOut(placement)
    preview.layOut(placement, above: bars)
    skip.layOut(placement, above: bars.coveredBelowWhileRevealed)
  }

  /// Reports the covered part of the video. Bars without a position are not visible yet.
  func updateCover() {
    let (above, below) = bars.coveredHeights
    let now = VideoCover(
      isAnywhere: indicator.isShown || status.isShown || music.isShown, above: above,
      below: max(below, preview.reach, skip.reach))
    guard now != cover else { return }
    cover = now
    onCover?(now)
  }
}
