import AVFoundation
import CPlayheadGTK
import Foundation

/// Puts the picture of a player layer into a small window, which stays above the others where the desktop lets programs ask for that
/// (X11), and brings it back. On the main thread.
///
/// - Note: Difference from Apple: the layer goes on showing the picture as well, and the window is GTK's own, with its few controls.
@preconcurrency @MainActor open class AVPictureInPictureController: NSObject {
  /// Whose picture goes into the window.
  @preconcurrency @MainActor open class ContentSource: NSObject {
    /// The layer.
    public var playerLayer: AVPlayerLayer? { layer }
    let layer: AVPlayerLayer

    /// The picture of a layer's player.
    public init(playerLayer: AVPlayerLayer) {
      layer = playerLayer
      super.init()
    }
  }

  /// Is told of every step.
  open weak var delegate: (any AVPictureInPictureControllerDelegate)?

  /// Whose picture it is. Another one does not change what is shown already.
  open var contentSource: ContentSource? {
    willSet { KeyValueChanges.willChange(["pictureInPicturePossible"], of: self) }
    didSet {
      if let contentSource { playerLayer = contentSource.layer }
      KeyValueChanges.didChange(["pictureInPicturePossible"], of: self)
    }
  }

  /// The layer of the source, or of the last one where there is none any more.
  open private(set) var playerLayer: AVPlayerLayer

  /// Whether the small window's controls lead nowhere but on. False at first. Counts from the next start.
  open var requiresLinearPlayback = false

  private lazy var turn = PictureInPictureStateMachine(
    make: { [weak self] player, size in self?.makeWindow(player, size) }, tell: { [weak self] in self?.tell($0) })

  /// Tests have windows of their own.
  lazy var makeWindow: @MainActor (AVPlayer, CGSize) -> (any SmallWindow)? = { [weak self] player, size in
    PictureInPictureWindow(player, picture: size, isLinear: self?.requiresLinearPlayback ?? false)
  }

  /// A controller for a picture.
  public init(contentSource: ContentSource) {
    self.contentSource = contentSource
    playerLayer = contentSource.layer
    super.init()
  }

  /// A controller for a layer's picture; nil where `isPictureInPictureSupported()` is false.
  public convenience init?(playerLayer: AVPlayerLayer) {
    guard Self.isPictureInPictureSupported() else { return nil }
    self.init(contentSource: ContentSource(playerLayer: playerLayer))
  }

  /// Whether there can be a small window at all: GTK was started.
  open class func isPictureInPictureSupported() -> Bool { gtk_is_initialized() != 0 }

  /// Whether there is a picture to put into a window now. Observable, with the key `pictureInPicturePossible`.
  open var isPictureInPicturePossible: Bool {
    AccessTracking.note("pictureInPicturePossible", of: self)
    return Self.isPictureInPictureSupported() && contentSource?.playerLayer?.player?.currentItem?.status == .readyToPlay
  }

  /// Whether the picture is in the small window: from when it starts until the program's interface is back. Observable, with the key
  /// `pictureInPictureActive`; observers are told before the delegate is.
  open var isPictureInPictureActive: Bool {
    AccessTracking.note("pictureInPictureActive", of: self)
    return turn.isActive
  }

  /// Opens the small window. The delegate is told that it is there, or why not.
  open func startPictureInPicture() { turn.start(contentSource?.playerLayer?.player) }

  /// Closes the small window, as its own button does.
  open func stopPictureInPicture() { turn.stop() }

  deinit { StringKeyObservers.forget(self) }

  private func tell(_ word: PictureInPictureStateMachine.Word) {
    switch word {
    case .didStart, .didStop:
      KeyValueChanges.willChange(["pictureInPictureActive"], of: self)
      KeyValueChanges.didChange(["pictureInPictureActive"], of: self)
    case .willStart, .failed, .willStop, .restore: break
    }
    guard let delegate else {
      if case .restore(let done) = word { done(true) }
      return
    }
    switch word {
    case .willStart: delegate.pictureInPictureControllerWillStartPictureInPicture(self)
    case .didStart: delegate.pictureInPictureControllerDidStartPictureInPicture(self)
    case .failed(let error): delegate.pictureInPictureController(self, failedToStartPictureInPictureWithError: error)
    case .willStop: delegate.pictureInPictureControllerWillStopPictureInPicture(self)
    case .restore(let done):
      delegate.pictureInPictureController(
        self, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: done)
    case .didStop: delegate.pictureInPictureControllerDidStopPictureInPicture(self)
    }
  }
}

extension AVPictureInPictureController: StringKeyed {
  package nonisolated func value(forObservableKey key: String) -> Any?? {
    let value: Bool? = MainActor.assumeIsolated {
      switch key {
      case "pictureInPictureActive": isPictureInPictureActive
      case "pictureInPicturePossible": isPictureInPicturePossible
      default: nil
      }
    }
    return value.map { .some(NSNumber(value: $0)) }
  }
}

/// Is told when a layer's picture goes into a small window and comes back. Every method may be left out.
@preconcurrency @MainActor public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
  func pictureInPictureControllerWillStartPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  func pictureInPictureControllerDidStartPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  /// There is no picture to put into a window: an `AVKitError`.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    failedToStartPictureInPictureWithError error: any Error)
  func pictureInPictureControllerWillStopPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  /// The time to bring back what the program took away for the small window. The stop is told when `completionHandler` is called.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  func pictureInPictureControllerDidStopPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
}

extension AVPictureInPictureControllerDelegate {
  public func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  public func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
  ) {}
  public func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController) {}
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  public func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {}
}
