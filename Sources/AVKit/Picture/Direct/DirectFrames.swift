import PlayheadCaptions

/// Takes a view's pictures past GTK's renderer where nothing lies over them, and gives them back to it where something does.
@MainActor final class DirectFrames {
  /// The program puts nothing over the view that the view does not know of.
  var isAllowed = false
  /// What lies over the picture, in device pixels of the view.
  var cover = VideoCover.nothing { didSet { if cover != oldValue { coverChanged() } } }
  private let picture: VideoWidget
  private var path = DirectPath()
  private var screen: (any DirectScreen)?
  private var cannotBeDirect = false
  private var isLeaving = false

  init(_ picture: VideoWidget) { self.picture = picture }

  /// Most pictures take this way.
  var isUsual: Bool { isAllowed && !cannotBeDirect && cover != .everything }

  /// What became of a picture.
  enum Outcome {
    /// It is on its way to the screen.
    case shown
    /// Part of it, and GTK draws the rest.
    case shared
    /// GTK is to draw it.
    case left
  }

  /// A picture is due.
  func take(_ next: any PreparedFrame, hasCaptions: Bool) -> Outcome {
    switch path.next(situation(of: next, hasCaptions: hasCaptions)) {
    case .composited: return .left
    case .leaving:
      isLeaving = true
      return .left
    case .both(let area):
      if !put(next, in: area, withDrawing: false) { cannotBeDirect = true }
      if cannotBeDirect { isLeaving = path.interrupted() }
      return .left
    case .direct(let area):
      guard let isDrawn = show(next, in: area) else {
        cannotBeDirect = true
        isLeaving = path.interrupted()
        return .left
      }
      return isDrawn ? .shared : .shown
    }
  }

  /// GTK draws from now on; the direct screen goes when it has.
  func leave() {
    guard path.interrupted() else { return }
    if let shown = picture.picture { picture.show(shown, nil) }
    isLeaving = true
  }

  /// There is no picture any more; black is drawn.
  func end() { if path.interrupted() { isLeaving = true } }

  /// The window draws nothing for a while, or is gone.
  func hide() { screen?.hide() }

  func forgetWindow() {
    _ = path.interrupted()
    screen = nil
    cannotBeDirect = false
  }

  /// GTK has drawn.
  func hasDrawn() {
    if path.area != nil { screen?.hasDrawn() }
    guard isLeaving else { return }
    isLeaving = false
    // Not in this call: what was drawn leaves for the display after it.
    Timeout.after(milliseconds: 1) { [weak self] in
      if let self, self.path.area == nil { self.screen?.hide() }
    }
  }

  // MARK: Deciding

  private func situation(of next: any PreparedFrame, hasCaptions: Bool) -> DirectPath.Situation {
    let viewport = picture.viewport
    return DirectPath.Situation(
      isPossible: isPossible(next),
      cover: hasCaptions ? .everything : cover, fits: next.viewport == viewport, width: viewport.width,
      height: viewport.height, isFirst: picture.picture == nil)
  }

  private func isPossible(_ next: any PreparedFrame) -> Bool {
    guard isAllowed, !cannotBeDirect, (next as? CairoFrame)?.buffer.segment != nil else { return false }
    if screen == nil {
      screen = PresenterChoice.makeDirectScreen(for: picture.widget)
      screen?.onExposed = { [weak self] in self?.showAgain() }
      cannotBeDirect = screen == nil
    }
    return screen?.isReady ?? false
  }

  private func coverChanged() {
    guard let shown = picture.picture else { return }
    switch path.covered(situation(of: shown, hasCaptions: false)) {
    case nil, .composited, .both: break
    case .leaving:
      picture.show(shown, nil)
      isLeaving = true
    case .direct(let area): if show(shown, in: area) == nil { leave() }
    }
  }

  // MARK: Showing

  /// Whether GTK draws as well; nil where it cannot be shown.
  private func show(_ next: any PreparedFrame, in area: PixelRectangle) -> Bool? {
    let isDrawn = picture.keep(next, except: area)
    return put(next, in: area, withDrawing: isDrawn) ? isDrawn : nil
  }

  private func put(_ next: any PreparedFrame, in area: PixelRectangle, withDrawing: Bool) -> Bool {
    guard let next = next as? CairoFrame, let screen, let origin = picture.originInWindow else { return false }
    return screen.show(
      next.buffer, at: next.place.offset(by: origin), in: area.offset(by: origin), scale: max(1, next.viewport.scale),
      withDrawing: withDrawing)
  }

  private func showAgain() {
    if let area = path.area, let shown = picture.picture { _ = put(shown, in: area, withDrawing: false) }
  }
}
