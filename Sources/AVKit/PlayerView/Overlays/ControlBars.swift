import CPlayheadGTK

/// The bar of controls and the title bar over the video, which are created when they are first shown, and fade in and
/// out together.
@MainActor final class ControlBars {
  /// The title bar.
  let title: TitleBar
  /// The style that the program selected.
  var style = AVPlayerViewControlsStyle.default
  /// The largest volume of the slider.
  var maximumVolume = 1.0 { didSet { bar?.maximumVolume = maximumVolume } }
  /// Called when the height of the controls over the view's lower part changes, in GTK units.
  var onCoveredHeight: ((Int) -> Void)?
  /// Called when the part of the video that the bars cover may have changed.
  var onOcclusionChange: (() -> Void)?
  /// Whether the bars are visible or fading in.
  private var isRevealed = false
  /// The height of the view's lower part that the bar covers while visible, in GTK units.
  private var reach = 0
  private let view: ViewWidget
  private let visibility: ControlsVisibilityController
  /// The bar of controls; nil until it is first shown.
  private var bar: ControlsBar?
  /// The revealer of the bar of controls; nil until it is first shown.
  private var fader: FadingBar?

  /// Creates no widget yet.
  init(view: ViewWidget, window: ViewWindow, visibility: ControlsVisibilityController) {
    (self.view, self.visibility) = (view, visibility)
    title = TitleBar(view: view, window: window, visibility: visibility)
    title.onOcclusionChange = { [weak self] in self?.onOcclusionChange?() }
  }

  // MARK: Creation

  /// Creates both bars. False if they exist, with the style `none`, or if GTK cannot create a widget.
  ///
  /// - Parameter connect: Connects the callbacks of the bar, before it is added to the view.
  func make(_ connect: (ControlsBar) -> Void) -> Bool {
    guard bar == nil, style != .none, let bar = ControlsBar(), title.make() != nil else { return false }
    ControlsStyleSheet.install(for: view.widget)
    self.bar = bar
    bar.maximumVolume = maximumVolume
    bar.onMenu = { [weak visibility] in visibility?.setInhibitor(.menuOpen, $0) }
    title.watchMenus()
    connect(bar)
    title.addToView()
    fader = FadingBar(bar.widget, over: view, visibility: visibility) { [weak self] in self?.onOcclusionChange?() }
    return true
  }

  /// Whether the bars have been created.
  var isMade: Bool { bar != nil }

  // MARK: Content

  /// Updates the texts and states of the controls.
  func show(_ content: ControlsContent, volume: Double, isFullScreen: Bool) {
    bar?.show(content, volume: volume, isFullScreen: isFullScreen)
  }

  /// Updates the entries and selections of all menus.
  func show(_ menus: MenuContents) {
    guard let bar else { return }
    bar.menus.audio.show(menus.audio.titles, selected: menus.audio.selected)
    bar.menus.subtitles.show(menus.subtitles.titles, selected: menus.subtitles.selected)
    bar.menus.quality.show(menus.quality.titles, selected: menus.quality.selected)
    bar.menus.speed.show(menus.speed.titles, selected: menus.speed.selected)
    bar.menus.chapters.show(menus.chapters.titles, selected: menus.chapters.selected)
    bar.fillMoreMenu()
  }

  /// Sets the chapter marks of the seek bar, in seconds.
  func setChapters(_ starts: [Double]) { bar?.seekBar.setChapters(starts) }

  /// Shows the controls of a layout and hides the others.
  func arrange(_ layout: ControlsLayout, playback: PlaybackSnapshot) {
    guard let bar else { return }
    bar.arrange(layout, playback: playback)
    Self.setLarge(layout.isLarge, bar.widget)
    title.setLarge(layout.isLarge)
    if style == .none {
      fader?.hide()
      title.hide()
    }
  }

  /// Adds or removes the style class of larger text and icons.
  static func setLarge(_ isLarge: Bool, _ widget: Widget) {
    if isLarge {
      gtk_widget_add_css_class(widget, "playhead-large")
    } else {
      gtk_widget_remove_css_class(widget, "playhead-large")
    }
  }

  // MARK: Visibility

  /// Begins to fade the bars in (true) or out.
  func setRevealed(_ isRevealed: Bool) {
    self.isRevealed = isRevealed
    onCoveredHeight?(isRevealed ? reach : 0)
    fader?.setRevealed(isRevealed)
    title.setRevealed(isRevealed)
  }

  /// The height of the view's lower part that the controls cover or are about to cover, in GTK units.
  var coveredBelowWhileRevealed: Int { isRevealed ? reach : 0 }

  /// The heights at the top and the bottom of the view that the bars cover now: 0 once they have faded out.
  var coveredHeights: (above: Int, below: Int) {
    guard style != .none else { return (0, 0) }
    return (title.coveredHeight, fader?.isDrawn == true ? reach : 0)
  }

  // MARK: Layout

  /// Positions both bars; hides those that do not fit.
  func layOut(_ placement: OverlayPlacement) {
    title.layOut(placement)
    guard let fader, fader.isInLayout else { return }
    let place = placement.controlsBar(fader.request(in: view), isFloating: style == .floating)
    fader.setFitting(place != nil)
    guard let place else { return setReach(0) }
    fader.place(in: place.frame, of: view)
    setReach(place.reach)
  }

  /// Sets the height of the view's lower part that the bar covers while it is visible.
  private func setReach(_ height: Int) {
    reach = height
    onOcclusionChange?()
    if isRevealed { onCoveredHeight?(height) }
  }

  /// A point above the seek bar in the view's coordinates; nil without a bar. `x` is in the seek bar's units.
  func pointAboveSeekBar(x: Double) -> (x: Double, y: Double)? {
    var (left, top) = (0.0, 0.0)
    guard let bar, playhead_gtk_translate(bar.seekBar.widget, view.widget, x, 0, &left, &top) != 0 else { return nil }
    return (left, top)
  }
}
