/// The visible parts of the title bar over the video. A pure function of the window's state and the program's settings.
struct TitleBarContent: Equatable {
  /// Whether the bar is visible along with the controls. A window with a title bar shows the title there.
  var isVisible: Bool
  /// Whether there is a back button, which leaves full screen first.
  var hasBack: Bool
  /// Whether the window buttons are visible. They are hidden in full screen.
  var hasWindowControls: Bool

  /// - Parameters:
  ///   - isFullScreen: Whether the view's window is in full screen.
  ///   - hasPreviousPage: Whether the program has a page to return to.
  ///   - replacesTitleBar: Whether the window has no title bar, so that the view shows the window buttons.
  init(isFullScreen: Bool, hasPreviousPage: Bool, replacesTitleBar: Bool) {
    isVisible = isFullScreen || replacesTitleBar || hasPreviousPage
    hasBack = hasPreviousPage || isFullScreen
    hasWindowControls = replacesTitleBar && !isFullScreen
  }
}
