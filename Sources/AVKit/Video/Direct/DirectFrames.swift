import AVFoundation
import PlayheadCaptions
import PlayheadItems
import PlayheadMedia

/// Presents a view's frames directly, bypassing GTK's renderer, while no widget covers them, and returns to GTK when
/// one does.
@MainActor final class DirectFrames {
  /// Whether the program guarantees that it puts nothing over the view without the view's knowledge.
  var isAllowed = false
  /// The part of the video that is covered, in device pixels of the view.
  var occlusion = VideoOcclusion.nothing { didSet { if occlusion != oldValue { occlusionChanged() } } }
  /// Called when the display system has reported that a frame of the direct screen was shown.
  var onObservation: ((RefreshObservation) -> Void)?
  /// The widget that draws what is not presented directly.
  private let videoWidget: VideoWidget
  /// Decides the route of each frame.
  private var path = DirectPath()
  /// The region of the screen; nil before the first attempt, or if there is none.
  private var screen: (any DirectScreen)? { didSet { if screen == nil { colorsChanged() } } }
  /// Whether direct presentation has failed in this window; it is not attempted again.
  private var cannotBeDirect = false
  /// Whether the direct screen is to be hidden once GTK has drawn.
  private var isLeaving = false

  /// Creates a direct path that is not allowed yet.
  init(_ videoWidget: VideoWidget) { self.videoWidget = videoWidget }

  /// Whether most frames are expected to be presented directly.
  var isPreferred: Bool { isAllowed && !cannotBeDirect && occlusion != .everything }

  /// Whether direct frames are shown at refreshes of the display.
  var isSynchronized: Bool { screen?.isSynchronized ?? false }

  /// The HDR signal that is passed through; nil while video is SDR or tone-mapped.
  var shownSignal: HDRSignal? {
    path.area == nil ? nil : (videoWidget.preparedFrame as? any DirectFrame)?.buffer.signal
  }

  /// The result of presenting a frame.
  enum Outcome {
    /// The frame was sent to the display.
    case shown
    /// A part of it was sent to the display, and GTK draws the rest.
    case shared
    /// GTK must draw the frame.
    case left
  }

  /// Presents a frame that is due.
  func take(_ next: any PreparedFrame, hasCaptions: Bool) -> Outcome {
    switch path.next(conditions(of: next, hasCaptions: hasCaptions)) {
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

  /// Returns to GTK's renderer; the direct screen is hidden once GTK has drawn.
  func leave() {
    guard path.interrupted() else { return }
    if let shown = videoWidget.preparedFrame { videoWidget.show(shown, nil) }
    isLeaving = true
  }

  /// Ends direct presentation because there is no frame any more; the view is drawn black.
  func end() { if path.interrupted() { isLeaving = true } }

  /// Hides the direct screen while the window is not drawn.
  func hide() { screen?.hide() }

  /// Releases the direct screen with its window; the next window may support direct presentation again.
  func releaseWindow() {
    _ = path.interrupted()
    screen = nil
    cannotBeDirect = false
  }

  /// Called after GTK has drawn.
  func hasDrawn() {
    if path.area != nil { screen?.hasDrawn() }
    guard isLeaving else { return }
    isLeaving = false
    // Deferred, because the drawing is sent to the display only after this call.
    Timeout.after(milliseconds: 1) { [weak self] in
      if let self, self.path.area == nil { self.screen?.hide() }
    }
  }

  // MARK: Deciding

  /// The inputs of the decision for a frame. Captions in an overlay cover everything.
  private func conditions(of next: any PreparedFrame, hasCaptions: Bool) -> DirectPath.Conditions {
    let viewport = videoWidget.viewport
    return DirectPath.Conditions(
      isPossible: isPossible(next),
      occlusion: hasCaptions ? .everything : occlusion, fits: next.viewport == viewport, width: viewport.width,
      height: viewport.height,
      // An HDR frame is shown at once: GTK's drawing has other colors, also where playback is paused.
      isFirst: videoWidget.preparedFrame == nil || (next as? any DirectFrame)?.buffer.signal != nil)
  }

  /// Whether a frame can be presented directly. Creates the direct screen at the first attempt.
  private func isPossible(_ next: any PreparedFrame) -> Bool {
    guard (next as? any DirectFrame)?.buffer.segment != nil else { return false }
    openScreen()
    return isAllowed && !cannotBeDirect && screen?.isReady ?? false
  }

  /// Creates the direct screen, unless it exists or is not allowed.
  func openScreen() {
    guard isAllowed, !cannotBeDirect, screen == nil else { return }
    screen = PresenterChoice.makeDirectScreen(for: videoWidget.widget)
    screen?.onExposed = { [weak self] in self?.showAgain() }
    screen?.onObservation = { [weak self] in self?.onObservation?($0) }
    (screen as? DirectSubsurface)?.onColors = { [weak self] in self?.colorsChanged() }
    cannotBeDirect = screen == nil
  }

  /// Adapts the frames, the variants of streams, and the eligibility for HDR that programs see, to the colors of the
  /// display.
  private func colorsChanged() {
    let passThrough = cannotBeDirect ? [] : (screen as? DirectSubsurface)?.passThrough ?? []
    HDREligibility.report(passThrough, for: ObjectIdentifier(self))
    videoWidget.passThrough = passThrough
  }

  /// Adapts the direct area to a changed cover without waiting for the next frame.
  private func occlusionChanged() {
    guard let shown = videoWidget.preparedFrame else { return }
    switch path.covered(conditions(of: shown, hasCaptions: false)) {
    case nil, .composited, .both: break
    case .leaving:
      videoWidget.show(shown, nil)
      isLeaving = true
    case .direct(let area): if show(shown, in: area) == nil { leave() }
    }
  }

  // MARK: Showing

  /// Returns whether GTK draws as well; nil if direct presentation failed.
  private func show(_ next: any PreparedFrame, in area: PixelRectangle) -> Bool? {
    let isDrawn = videoWidget.retain(next, except: area)
    return put(next, in: area, withDrawing: isDrawn) ? isDrawn : nil
  }

  /// Shows a frame in the direct screen. False if that is not possible.
  private func put(_ next: any PreparedFrame, in area: PixelRectangle, withDrawing: Bool) -> Bool {
    guard let next = next as? any DirectFrame, let screen, let origin = videoWidget.originInWindow else { return false }
    return screen.show(
      next.buffer, at: next.place.offset(by: origin), in: area.offset(by: origin), scale: max(1, next.viewport.scale),
      withDrawing: withDrawing)
  }

  /// Shows the current frame again after a part was uncovered.
  private func showAgain() {
    if let area = path.area, let shown = videoWidget.preparedFrame { _ = put(shown, in: area, withDrawing: false) }
  }
}
