import CPlayheadGTK

/// The title bar over the video: created when it is first shown, or when a program adds a widget to it.
@MainActor final class TitleBar {
  /// The title of the program; nil means the item's own title, in full screen only.
  var title: String?
  /// Called to return to the program's previous page; nil hides the back button.
  var onBack: (() -> Void)?
  /// Whether the window has no title bar, so that the view shows the window buttons.
  var hasWindowControls = false
  /// Called when the height over the video may have changed.
  var onOcclusionChange: (() -> Void)?
  /// The height that the bar covers while it is visible, in GTK units; 0 if it does not fit.
  private var reach = 0 { didSet { if reach != oldValue { onOcclusionChange?() } } }
  private let view: ViewWidget
  /// The window that the back button takes out of full screen.
  private let window: ViewWindow
  private let visibility: ControlsVisibilityController
  /// The bar; nil until it is first shown, or a program adds a widget.
  private var bar: TopBar?
  /// The revealer of the bar; nil until it is first shown.
  private var fader: FadingBar?

  /// Creates no widget yet.
  init(view: ViewWidget, window: ViewWindow, visibility: ControlsVisibilityController) {
    (self.view, self.window, self.visibility) = (view, window, visibility)
  }

  // MARK: Creation

  /// Adds a widget of the program, a `GtkWidget *`, after the title.
  func append(_ widget: UnsafeMutableRawPointer) { make()?.append(widget) }

  /// The bar, which programs may extend before it is shown.
  func make() -> TopBar? {
    if let bar { return bar }
    guard let made = TopBar() else { return nil }
    bar = made
    made.onBack = { [weak self] in self?.goBack() }
    return made
  }

  /// Adds the bar to the view. An open menu in it keeps the controls visible.
  func addToView() {
    guard let bar else { return }
    fader = FadingBar(bar.widget, over: view, visibility: visibility) { [weak self] in self?.onOcclusionChange?() }
  }

  /// Makes the menus of the program keep the controls visible while they are open.
  func watchMenus() { bar?.onMenu = { [weak visibility] in visibility?.setInhibitor(.menuOpen, $0) } }

  // MARK: Content

  /// The visible parts.
  private var content: TitleBarContent {
    TitleBarContent(
      isFullScreen: window.isFullScreen, hasPreviousPage: onBack != nil, replacesTitleBar: hasWindowControls)
  }

  /// Updates the title and the buttons.
  func show(title: String) {
    let content = content
    bar?.show(title: title, hasBack: content.hasBack, hasWindowControls: content.hasWindowControls)
  }

  /// Selects larger text and icons.
  func setLarge(_ isLarge: Bool) { if let row = bar?.row { ControlBars.setLarge(isLarge, row) } }

  /// Leaves full screen; else returns to the program's previous page.
  private func goBack() {
    if window.isFullScreen { return window.setFullScreen(false) }
    onBack?()
  }

  // MARK: Visibility and layout

  /// Begins to fade the bar in (true) or out.
  func setRevealed(_ isRevealed: Bool) { fader?.setRevealed(isRevealed) }

  /// Removes the bar from the layout at once.
  func hide() { fader?.hide() }

  /// The height that the bar covers now: 0 once it has faded out.
  var coveredHeight: Int { fader?.isDrawn == true ? reach : 0 }

  /// Positions the bar; hides it if it does not fit.
  func layOut(_ placement: OverlayPlacement) {
    guard let fader, fader.isInLayout else { return reach = 0 }
    let fitting = placement.titleBar(fader.request(in: view))
    let frame = content.isVisible ? fitting : nil
    fader.setFitting(frame != nil)
    reach = frame?.height ?? 0
    if let frame { fader.place(in: frame, of: view) }
  }
}
