import AVFoundation

/// A window that shows a player's video while it is open.
@MainActor protocol SmallWindow: AnyObject {
  /// Called when the window closed, by the user or by the program.
  var onClose: (() -> Void)? { get set }
  func close()
}

/// The states of picture in picture, with the events in the order in which delegates are notified.
///
/// ```
///            start                        stop, or the window is closed
///   inactive ──────► will start, did start ─────────────────────────────► will stop, restore ─► did stop ─► inactive
///      └───► failed
/// ```
@MainActor final class PictureInPictureStateMachine {
  enum Event {
    case willStart
    case didStart
    case failed(AVKitError)
    case willStop
    /// The argument must be called when the program's interface is restored.
    case restore((Bool) -> Void)
    case didStop
  }

  /// True from `willStart` to `didStop`.
  var isActive: Bool { window != nil || isRestoring }
  private let make: @MainActor (AVPlayer, CGSize) -> (any SmallWindow)?
  private let notify: @MainActor (Event) -> Void
  private var window: (any SmallWindow)?
  private var isRestoring = false

  /// - Parameters:
  ///   - make: Opens a window for a player whose video has that size; nil if it cannot be created.
  init(
    make: @escaping @MainActor (AVPlayer, CGSize) -> (any SmallWindow)? = { PictureInPictureWindow($0, picture: $1) },
    notify: @escaping @MainActor (Event) -> Void
  ) {
    (self.make, self.notify) = (make, notify)
  }

  /// Opens the window; does nothing while it is open.
  func start(_ player: AVPlayer?) {
    guard !isActive else { return }
    guard let player, let item = player.currentItem, item.status != .failed else {
      return notify(.failed(.nothingToShow))
    }
    notify(.willStart)
    guard let made = make(player, item.presentationSize) else { return notify(.failed(.noWindow)) }
    window = made
    made.onClose = { [weak self] in self?.ended() }
    notify(.didStart)
  }

  func stop() { window?.close() }

  private func ended() {
    guard window != nil else { return }
    notify(.willStop)
    window = nil
    isRestoring = true
    notify(
      .restore { [weak self] _ in
        // The completion may be called on any thread and more than once.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.restored() } }
      })
  }

  private func restored() {
    guard isRestoring else { return }
    isRestoring = false
    notify(.didStop)
  }
}
