import AVFoundation
import CPlayheadGTK

/// The button that skips the rest of an interstitial event, while that is permitted.
@MainActor final class SkipOverlay {
  /// Called when the offer may have changed, and after the button was pressed.
  var onChange: (() -> Void)?
  /// Called when the height that the button covers has changed.
  var onOcclusionChange: (() -> Void)?
  /// The height from the top of the button to the lower edge of the view, in GTK units; 0 while hidden.
  private(set) var reach = 0 { didSet { if reach != oldValue { onOcclusionChange?() } } }
  private let view: ViewWidget
  private let visibility: ControlsVisibilityController
  /// The button; nil until the first offer.
  private var button: SkipButton?
  /// Observes interstitial events; nil until the player first waits for one.
  private var monitor: InterstitialSkipMonitor?

  /// Creates no widget yet.
  init(view: ViewWidget, visibility: ControlsVisibilityController) {
    (self.view, self.visibility) = (view, visibility)
  }

  /// Stops observing the player, for another one.
  func reset() { monitor = nil }

  /// Shows or hides the button. `isPermitted`: the view may show controls.
  func update(for player: AVPlayer?, isPermitted: Bool) {
    if monitor == nil, let player, player.reasonForWaitingToPlay == .interstitialEvent {
      monitor = InterstitialSkipMonitor(player) { [weak self] in self?.onChange?() }
    }
    let offer = isPermitted ? monitor?.offer : nil
    if offer != nil { make() }
    guard let button else { return }
    // The keyboard focus returns to the video, and not to an arbitrary widget that GTK finds next.
    if offer == nil, button.hasFocus { gtk_widget_grab_focus(view.widget) }
    button.show(offer)
  }

  /// Whether any part of the button is visible.
  var isVisible: Bool { button?.isVisible == true }

  /// Positions the button at the end of the row, above the height that visible controls cover.
  func layOut(_ placement: OverlayPlacement, above covered: Int) {
    guard let button, button.isVisible else { return reach = 0 }
    let request = view.request(of: button.widget, minimumHeight: false)
    let frame = placement.skipButton(request, above: covered, isMirrored: view.isMirrored)
    view.place(button.widget, in: frame)
    reach = placement.height - frame.y
  }

  /// Creates the button on first use.
  private func make() {
    guard button == nil, let made = SkipButton() else { return }
    ControlsStyleSheet.install(for: view.widget)
    button = made
    made.onPress = { [weak self] in
      self?.monitor?.skip()
      self?.onChange?()
    }
    made.onVisible = { [weak self] in
      guard let self else { return }
      gtk_widget_queue_allocate(self.view.widget)
    }
    visibility.capturePresses(from: made.widget)
    view.add(made.widget, above: view.bottom)
  }
}
