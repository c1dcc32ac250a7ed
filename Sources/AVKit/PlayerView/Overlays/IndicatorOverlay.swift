import CPlayheadGTK

/// The short texts over the video that confirm commands and gestures. The widget is created for the first one.
@MainActor final class IndicatorOverlay {
  /// Called when a text appears or disappears.
  var onOcclusionChange: (() -> Void)?
  private let view: ViewWidget
  /// The widget; nil until the first text.
  private var indicator: Indicator?

  /// Creates no widget yet.
  init(view: ViewWidget) { self.view = view }

  /// Shows a text for a moment; with `stays`, until it is hidden.
  func show(_ text: String, detail: String = "", stays: Bool = false) {
    make()
    indicator?.show(text, detail: detail, stays: stays)
    gtk_widget_queue_allocate(view.widget)
  }

  /// Hides the current text.
  func hide() { indicator?.hide() }

  /// Whether a text is visible.
  var isShown: Bool { indicator?.isShown ?? false }

  /// Positions the text in the upper part of the view.
  func layOut(_ placement: OverlayPlacement) {
    if let indicator { view.placeInMiddle(indicator.widget, placement, top: placement.indicatorTop) }
  }

  /// Creates the widget on first use.
  private func make() {
    guard indicator == nil, let made = Indicator() else { return }
    ControlsStyleSheet.install(for: view.widget)
    indicator = made
    made.onVisible = { [weak self] _ in self?.onOcclusionChange?() }
    view.add(made.widget)
  }
}
