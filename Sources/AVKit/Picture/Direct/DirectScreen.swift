import CPlayheadGTK

/// A piece of the screen that pictures are put on past GTK's renderer. It lies over everything that GTK draws there, and no pointer
/// sees it. One for each kind of display server, chosen in `PresenterChoice`.
@MainActor protocol DirectScreen: AnyObject {
  /// A part of it came to light that the server has forgotten: the picture is wanted once more.
  var onExposed: (() -> Void)? { get set }
  /// The server has told what it can.
  var isReady: Bool { get }

  /// Shows the part of a picture that lies in `area`; both are in device pixels of GTK's window, `scale` of them one of GTK's units.
  /// False where that cannot be done here.
  ///
  /// - Parameters:
  ///   - withDrawing: GTK was asked to draw and shows other parts of the picture, or less of it or more than before: both are to be
  ///     seen together, and nothing is uncovered before it is drawn.
  func show(
    _ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle, scale: Int, withDrawing: Bool
  ) -> Bool

  /// GTK has drawn, and what it drew is on its way to the screen.
  func hasDrawn()

  /// Takes it away, after what GTK drew.
  func hide()
}

extension PixelRectangle {
  /// What both cover; empty where they do not meet.
  func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRectangle(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  func contains(_ other: PixelRectangle) -> Bool { intersection(other) == other }

  func offset(by origin: (x: Int, y: Int)) -> PixelRectangle {
    PixelRectangle(x: x + origin.x, y: y + origin.y, width: width, height: height)
  }
}
