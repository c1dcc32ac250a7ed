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
  var onOcclusion: ((VideoOcclusion) -> Void)?
  /// The covered part as last reported.
  private var occlusion = VideoOcclusion.nothing
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
    bars.onOcclusionChange = { [weak self] in self?.updateOcclusion() }
    indicator.onOcclusionChange = { [weak self] in self?.updateOcclusion() }
    preview.onOcclusionChange = { [weak self] in self?.updateOcclusion() }
    skip.onOcclusionChange = { [weak self] in self?.updateOcclusion() }
  }

  /// Begins to fade the bars in (true) or out.
  func setBarsRevealed(_ isRevealed: Bool) {
    // The skip button is placed above the bar while that is visible.
    if skip.isVisible { gtk_widget_queue_allocate(view.widget) }
    bars.setRevealed(isRevealed)
  }

  /// Shows the spinner after a short wait, and the error or the program's message.
  func showStatus(_ playback: PlaybackSnapshot) {
    status.update(playback)
    updateOcclusion()
  }

  /// Shows the content of an item with audio only; nil hides it.
  func showMusic(_ content: MusicContent?, artwork: Data?, url: URL?) {
    guard content != nil || music.isShown else { return }
    music.update(content, artwork: artwork, url: url)
    updateOcclusion()
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
  func updateOcclusion() {
    let (above, below) = bars.coveredHeights
    let now = VideoOcclusion(
      isAnywhere: indicator.isShown || status.isShown || music.isShown, above: above,
      below: max(below, preview.reach, skip.reach))
    guard now != occlusion else { return }
    occlusion = now
    onOcclusion?(now)
  }
}
