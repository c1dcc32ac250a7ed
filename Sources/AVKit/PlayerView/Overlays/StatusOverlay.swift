import CPlayheadGTK
import PlayheadClock

/// The spinner and the message in the middle of the view, which are created when either is first needed.
@MainActor final class StatusOverlay {
  /// A message of the program in place of the video; nil for none. Shown by the next `update`.
  var message: String? { didSet { if message != nil { make() } } }
  /// Called by the retry button of an error message.
  var onRetry: (() -> Void)?
  /// Called by the button of an error message that opens another item; without it there is no such button.
  var onOpenAnother: (() -> Void)? { didSet { panel?.onOpenAnother = onOpenAnother } }
  private let view: ViewWidget
  private let visibility: ControlsVisibilityController
  /// The widgets; nil until they are first needed.
  private var panel: StatusPanel?
  /// The duration of the current wait.
  private var waiting = SpinnerPolicy()
  private let clock = SystemClock()

  /// Creates no widget yet.
  init(view: ViewWidget, visibility: ControlsVisibilityController) {
    (self.view, self.visibility) = (view, visibility)
  }

  /// Shows the spinner after a short wait, and the error, the device that plays instead, or the program's message.
  func update(_ playback: PlaybackSnapshot) {
    let isSlow = waiting.isShown(isWaiting: playback.isWaiting, at: clock.now)
    let device = playback.externalDevice.map { translated("Playing on “%@”", $0) }
    if isSlow || playback.failure != nil || device != nil { make() }
    panel?.setSpinning(isSlow)
    if let failure = playback.failure {
      panel?.show(failure, kind: .error)
    } else if let device {
      panel?.show(device, kind: .externalPlayback)
    } else {
      panel?.show(message, kind: .message)
    }
  }

  /// Whether the spinner or a message is visible.
  var isShown: Bool { panel?.isSpinning ?? false || panel?.message != nil }

  /// Positions the widgets.
  func layOut(_ placement: OverlayPlacement) {
    guard let panel else { return }
    view.placeInMiddle(panel.spinner, placement)
    guard panel.message != nil else { return }
    view.place(panel.panel, in: placement.message(view.request(of: panel.panel, minimumHeight: false)))
  }

  /// Creates the widgets on first use.
  private func make() {
    guard panel == nil, let made = StatusPanel() else { return }
    ControlsStyleSheet.install(for: view.widget)
    panel = made
    made.onRetry = { [weak self] in self?.onRetry?() }
    made.onOpenAnother = onOpenAnother
    // Below the bars, because the user may respond to an error by opening the next item.
    view.add(made.spinner, above: view.bottom)
    view.add(made.panel, above: view.bottom)
    visibility.capturePresses(from: made.panel)
    gtk_widget_queue_allocate(view.widget)
  }
}
