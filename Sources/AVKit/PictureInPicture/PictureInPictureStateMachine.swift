import AVFoundation

/// A window that shows video while it is open.
@MainActor protocol SmallWindow: AnyObject {
  /// Called when the window closed, by the user or by the program.
  var onClose: (() -> Void)? { get set }
  /// Closes the window. `onClose` is called then.
  func close()
  /// Reads the state of playback again, if the program provides it.
  func update()
}

extension SmallWindow {
  /// Windows of players follow their player.
  func update() {}
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
    /// The window is about to open.
    case willStart
    /// The window is open.
    case didStart
    /// The window could not be opened. No other event follows.
    case failed(AVKitError)
    /// The window has closed, and the interface is about to be restored.
    case willStop
    /// The argument must be called when the program's interface is restored.
    case restore((Bool) -> Void)
    /// The interface is restored; the next start is possible.
    case didStop
  }

  /// True from `willStart` to `didStop`.
  var isActive: Bool { window != nil || isRestoring }
  /// Opens a window for a content.
  private let make: @MainActor (PictureInPictureContent) -> (any SmallWindow)?
  /// Receives each event on the main thread.
  private let notify: @MainActor (Event) -> Void
  /// The open window; nil otherwise.
  private var window: (any SmallWindow)?
  /// Whether the program is restoring its interface.
  private var isRestoring = false

  /// - Parameters:
  ///   - make: Opens a window for a content; nil if it cannot be created.
  ///   - notify: Receives each event on the main thread.
  init(
    make: @escaping @MainActor (PictureInPictureContent) -> (any SmallWindow)? = { $0.makeWindow(isLinear: false) },
    notify: @escaping @MainActor (Event) -> Void
  ) {
    (self.make, self.notify) = (make, notify)
  }

  /// Opens the window; does nothing while it is open. Fails without content.
  func start(_ content: PictureInPictureContent?) {
    guard !isActive else { return }
    guard let content else { return notify(.failed(.nothingToShow)) }
    notify(.willStart)
    guard let made = make(content) else { return notify(.failed(.noWindow)) }
    window = made
    made.onClose = { [weak self] in self?.ended() }
    notify(.didStart)
  }

  /// Closes the window; the events follow from its closing.
  func stop() { window?.close() }

  /// Makes the window read the state of playback again.
  func update() { window?.update() }

  /// Called when the window has closed, by the user or by `stop`.
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

  /// Called when the interface is restored; later calls have no effect.
  private func restored() {
    guard isRestoring else { return }
    isRestoring = false
    notify(.didStop)
  }
}
