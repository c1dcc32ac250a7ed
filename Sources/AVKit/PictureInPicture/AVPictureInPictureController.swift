import AVFoundation
import CPlayheadGTK
import Foundation

/// Shows the video of a player layer in a small window, which stays above the others if the desktop permits that (X11).
/// Use it on the main thread.
///
/// - Note: Difference from Apple: the layer continues to show the video as well, and the window is GTK's own, with its
///   few controls.
@preconcurrency @MainActor open class AVPictureInPictureController: NSObject {
  /// The source of the video in the window.
  @preconcurrency @MainActor open class ContentSource: NSObject {
    /// The layer.
    public var playerLayer: AVPlayerLayer? { layer }
    /// The layer of `playerLayer`, which is never nil.
    let layer: AVPlayerLayer

    /// The video of a layer's player.
    public init(playerLayer: AVPlayerLayer) {
      layer = playerLayer
      super.init()
    }
  }

  /// The object that is notified of every step.
  open weak var delegate: (any AVPictureInPictureControllerDelegate)?

  /// The source of the video. Another one does not change what is shown already.
  open var contentSource: ContentSource? {
    willSet { KeyValueChanges.willChange(["pictureInPicturePossible"], of: self) }
    didSet {
      if let contentSource { playerLayer = contentSource.layer }
      KeyValueChanges.didChange(["pictureInPicturePossible"], of: self)
    }
  }

  /// The layer of the source, or of the last one if the source is nil now.
  open private(set) var playerLayer: AVPlayerLayer

  /// Whether the small window's controls disable seeking. False by default. Takes effect at the next start.
  open var requiresLinearPlayback = false

  /// The states of picture in picture.
  private lazy var stateMachine = PictureInPictureStateMachine(
    make: { [weak self] player, size in self?.makeWindow(player, size) }, notify: { [weak self] in self?.notify($0) })

  /// Creates the small window; tests substitute their own.
  lazy var makeWindow: @MainActor (AVPlayer, CGSize) -> (any SmallWindow)? = { [weak self] player, size in
    PictureInPictureWindow(player, videoSize: size, isLinear: self?.requiresLinearPlayback ?? false)
  }

  /// Creates a controller for a source.
  public init(contentSource: ContentSource) {
    self.contentSource = contentSource
    playerLayer = contentSource.layer
    super.init()
  }

  /// Creates a controller for a layer; nil if `isPictureInPictureSupported()` is false.
  public convenience init?(playerLayer: AVPlayerLayer) {
    guard Self.isPictureInPictureSupported() else { return nil }
    self.init(contentSource: ContentSource(playerLayer: playerLayer))
  }

  /// Whether small windows are supported, which requires that GTK is initialized.
  open class func isPictureInPictureSupported() -> Bool { gtk_is_initialized() != 0 }

  /// Whether there is video that can be shown in a window now. Observable, with the key `pictureInPicturePossible`.
  open var isPictureInPicturePossible: Bool {
    AccessTracking.note("pictureInPicturePossible", of: self)
    return Self.isPictureInPictureSupported() && contentSource?.playerLayer?.player?.currentItem?.status == .readyToPlay
  }

  /// Whether the video is in the small window: from its start until the program's interface is restored. Observable,
  /// with the key `pictureInPictureActive`; observers are notified before the delegate.
  open var isPictureInPictureActive: Bool {
    AccessTracking.note("pictureInPictureActive", of: self)
    return stateMachine.isActive
  }

  /// Opens the small window. The delegate is notified of the success or the failure.
  open func startPictureInPicture() { stateMachine.start(contentSource?.playerLayer?.player) }

  /// Closes the small window, as its own button does.
  open func stopPictureInPicture() { stateMachine.stop() }

  deinit { StringKeyObservers.forget(self) }

  /// Notifies observers of the state first, then the delegate. Without a delegate the interface counts as restored.
  private func notify(_ event: PictureInPictureStateMachine.Event) {
    switch event {
    case .didStart, .didStop:
      KeyValueChanges.willChange(["pictureInPictureActive"], of: self)
      KeyValueChanges.didChange(["pictureInPictureActive"], of: self)
    case .willStart, .failed, .willStop, .restore: break
    }
    guard let delegate else {
      if case .restore(let done) = event { done(true) }
      return
    }
    switch event {
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
  /// The value of an observable property; nil for unknown keys. Called on the main thread.
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

/// Methods called on the main thread when a layer's video moves to a small window and back. All are optional.
@preconcurrency @MainActor public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
  /// Called before the small window opens.
  func pictureInPictureControllerWillStartPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  /// Called when the small window is open.
  func pictureInPictureControllerDidStartPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  /// Called when picture in picture could not start; `error` is an `AVKitError`.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    failedToStartPictureInPictureWithError error: any Error)
  /// Called when the small window was closed, before the interface is restored.
  func pictureInPictureControllerWillStopPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
  /// Called to restore the interface that the program hid for the small window. The stop is reported when
  /// `completionHandler` is called.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  /// Called when picture in picture has ended.
  func pictureInPictureControllerDidStopPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
}

extension AVPictureInPictureControllerDelegate {
  /// The default implementation does nothing.
  public func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// The default implementation does nothing.
  public func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// The default implementation does nothing.
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
  ) {}
  /// The default implementation does nothing.
  public func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController) {}
  /// The default implementation calls `completionHandler` with true.
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  /// The default implementation does nothing.
  public func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {}
}
