import PlayheadBasics

/// A rectangle in a view, in GTK units from its top left corner.
struct OverlayFrame: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// The places of the widgets over the video in a view of a size. Pure functions of measured widgets, in GTK units.
struct OverlayPlacement {
  /// The width of the view.
  let width: Int
  /// The height of the view.
  let height: Int

  /// The size that a widget requests.
  struct Request {
    /// The width below which the widget cannot be shown.
    var minimumWidth: Int
    /// The width that the widget uses without a limit.
    var naturalWidth: Int
    /// The height of the widget for a width.
    var height: (_ width: Int) -> Int
  }

  /// The widest bar of the floating style. A very wide seek bar is hard to aim at.
  static let widestFloatingBar = 640
  /// The distance of the preview from the sides of the view.
  static let previewMargin = 6
  /// The distance of the preview from the seek bar.
  static let previewDistance = 8

  /// The title bar at the upper edge; nil if it does not fit, or would cover half of the height.
  func titleBar(_ request: Request) -> OverlayFrame? {
    let tall = request.height(max(width, request.minimumWidth))
    guard request.minimumWidth <= width, tall * 2 <= height else { return nil }
    return OverlayFrame(x: 0, y: 0, width: width, height: tall)
  }

  /// The bar of controls, and the height of the view's lower part that it covers with the space below it; nil if it
  /// does not fit.
  func controlsBar(_ request: Request, isFloating: Bool) -> (frame: OverlayFrame, reach: Int)? {
    let wide = max(request.minimumWidth, isFloating ? min(width, Self.widestFloatingBar) : width)
    let tall = request.height(wide)
    guard request.minimumWidth <= width, tall <= height else { return nil }
    let lift = isFloating ? height / 12 : 0
    let frame = OverlayFrame(x: (width - wide) / 2, y: max(0, height - tall - lift), width: wide, height: tall)
    return (frame, tall + lift)
  }

  /// The preview above a point of the seek bar, inside the view; nil if it does not fit.
  func preview(_ request: Request, above point: (x: Double, y: Double)) -> OverlayFrame? {
    let wide = request.naturalWidth
    let tall = request.height(wide)
    guard wide + 2 * Self.previewMargin <= width, point.y - Double(tall + Self.previewDistance) >= 0 else { return nil }
    let rightmost = Double(width - wide - Self.previewMargin)
    let left = max(Double(Self.previewMargin), min(rightmost, point.x - Double(wide) / 2))
    return OverlayFrame(
      x: Int(saturating: left), y: Int(saturating: point.y) - tall - Self.previewDistance, width: wide, height: tall)
  }

  /// The skip button at the end of the row: on the right, or on the left if `isMirrored`.
  ///
  /// - Parameter covered: The height of the view's lower part that visible controls cover.
  func skipButton(_ request: Request, above covered: Int, isMirrored: Bool) -> OverlayFrame {
    let wide = min(request.naturalWidth, width)
    let tall = request.height(wide)
    return OverlayFrame(
      x: isMirrored ? 0 : width - wide, y: max(0, height - tall - covered), width: wide, height: tall)
  }

  /// A widget in the horizontal middle, and in the vertical middle unless `top` is given.
  func middle(_ request: Request, top: Int? = nil) -> OverlayFrame {
    let wide = max(request.minimumWidth, min(request.naturalWidth, width))
    let tall = request.height(wide)
    return OverlayFrame(x: (width - wide) / 2, y: top ?? (height - tall) / 2, width: wide, height: tall)
  }

  /// A message in the middle of the part that the bars leave free, if it fits there; else in the middle of the view.
  func message(_ request: Request) -> OverlayFrame {
    let frame = middle(request)
    let free = height - Self.barHeights.above - Self.barHeights.below
    guard frame.height <= free else { return frame }
    return middle(request, top: Self.barHeights.above + (free - frame.height) / 2)
  }

  /// The heights at the edges of the view that bars of the default style cover.
  static let barHeights = (above: 60, below: 92)

  /// The upper edge of the texts that confirm commands.
  var indicatorTop: Int { max(12, height / 8) }
}
