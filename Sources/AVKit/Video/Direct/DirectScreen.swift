import CPlayheadGTK

/// A region of the screen that shows frames directly, bypassing GTK's renderer. It is above everything that GTK draws
/// there, and it takes no pointer events. There is one implementation for each kind of display server, selected in
/// `PresenterChoice`.
@MainActor protocol DirectScreen: AnyObject {
  /// Called when a part was uncovered whose content the server did not retain: the frame must be shown again.
  var onExposed: (() -> Void)? { get set }
  /// Called when the display system has reported that a frame was shown.
  var onObservation: ((RefreshObservation) -> Void)? { get set }
  /// Whether the server has reported its capabilities.
  var isReady: Bool { get }
  /// Whether frames are shown at refreshes of the display, so that none is torn.
  var isSynchronized: Bool { get }

  /// Shows the part of a frame inside `area`; both are in device pixels of GTK's window, `scale` of them per GTK unit.
  /// Returns false if that is not possible.
  ///
  /// - Parameters:
  ///   - withDrawing: Whether GTK is about to draw another part of the frame at the same time: both become visible
  ///     together, and nothing is uncovered before GTK has drawn it.
  func show(
    _ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle, scale: Int, withDrawing: Bool
  ) -> Bool

  /// Called after GTK has drawn and submitted its frame.
  func hasDrawn()

  /// Hides the region, after GTK's frame.
  func hide()
}

extension PixelRectangle {
  /// The common area; empty if the rectangles do not overlap.
  func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRectangle(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// Whether another rectangle is entirely inside this one.
  func contains(_ other: PixelRectangle) -> Bool { intersection(other) == other }

  /// The rectangle moved by an origin.
  func offset(by origin: (x: Int, y: Int)) -> PixelRectangle {
    PixelRectangle(x: x + origin.x, y: y + origin.y, width: width, height: height)
  }
}
