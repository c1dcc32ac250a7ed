import AVFoundation

/// A window that shows a player's picture while it is there.
@MainActor protocol SmallWindow: AnyObject {
  /// It went away, whoever closed it.
  var onClose: (() -> Void)? { get set }
  func close()
}

/// The way of a picture into a small window and back, in the order in which delegates are told.
///
/// ```
///            start                        stop, or the window is closed
///   at home ───────► will start, did start ─────────────────────────────► will stop, restore ─► did stop ─► at home
///      └───► failed
/// ```
@MainActor final class PictureInPictureStateMachine {
  enum Word {
    case willStart
    case didStart
    case failed(AVKitError)
    case willStop
    /// What is to be called when the program's interface is back.
    case restore((Bool) -> Void)
    case didStop
  }

  /// From `willStart` to `didStop`.
  var isActive: Bool { window != nil || isRestoring }
  private let make: @MainActor (AVPlayer, CGSize) -> (any SmallWindow)?
  private let tell: @MainActor (Word) -> Void
  private var window: (any SmallWindow)?
  private var isRestoring = false

  /// - Parameters:
  ///   - make: a window for a player whose picture has that size, on the screen; nil where there can be none.
  init(
    make: @escaping @MainActor (AVPlayer, CGSize) -> (any SmallWindow)? = { PictureInPictureWindow($0, picture: $1) },
    tell: @escaping @MainActor (Word) -> Void
  ) {
    (self.make, self.tell) = (make, tell)
  }

  /// Does nothing while the picture is away already.
  func start(_ player: AVPlayer?) {
    guard !isActive else { return }
    guard let player, let item = player.currentItem, item.status != .failed else {
      return tell(.failed(.nothingToShow))
    }
    tell(.willStart)
    guard let made = make(player, item.presentationSize) else { return tell(.failed(.noWindow)) }
    window = made
    made.onClose = { [weak self] in self?.ended() }
    tell(.didStart)
  }

  func stop() { window?.close() }

  private func ended() {
    guard window != nil else { return }
    tell(.willStop)
    window = nil
    isRestoring = true
    tell(
      .restore { [weak self] _ in
        // Any thread may say so, and more than once.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.restored() } }
      })
  }

  private func restored() {
    guard isRestoring else { return }
    isRestoring = false
    tell(.didStop)
  }
}
