import AVFoundation
import CPlayheadGTK
import Foundation

/// Shows the video of a layer in a small window, which stays above the others if the desktop permits that (X11). Use it
/// on the main thread.
///
/// - Note: Difference from Apple: the layer continues to show the video as well, and the window is GTK's own, with its
///   few controls.
@preconcurrency @MainActor open class AVPictureInPictureController: NSObject {
  /// The source of the video in the window.
  @preconcurrency @MainActor open class ContentSource: NSObject {
    /// The player layer; nil for enqueued samples.
    public let playerLayer: AVPlayerLayer?
    /// The layer of enqueued samples; nil for a player.
    public private(set) weak var sampleBufferDisplayLayer: AVSampleBufferDisplayLayer?
    /// The part of the program that plays the samples; nil for a player.
    public private(set) weak var sampleBufferPlaybackDelegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?

    /// The video of a layer's player.
    public init(playerLayer: AVPlayerLayer) {
      self.playerLayer = playerLayer
      super.init()
    }

    /// The samples that a program enqueues in a layer.
    ///
    /// - Parameters:
    ///   - sampleBufferDisplayLayer: The layer, which is not retained.
    ///   - playbackDelegate: Provides the state of playback and plays, pauses and skips; not retained.
    public init(
      sampleBufferDisplayLayer: AVSampleBufferDisplayLayer,
      playbackDelegate: any AVPictureInPictureSampleBufferPlaybackDelegate
    ) {
      playerLayer = nil
      self.sampleBufferDisplayLayer = sampleBufferDisplayLayer
      sampleBufferPlaybackDelegate = playbackDelegate
      super.init()
    }
  }

  /// The object that is notified of every step.
  open weak var delegate: (any AVPictureInPictureControllerDelegate)?

  /// The source of the video. Another one does not change what is shown already.
  open var contentSource: ContentSource? {
    willSet { KeyValueChanges.willChange(["pictureInPicturePossible"], of: self) }
    didSet {
      if let layer = contentSource?.playerLayer { playerLayer = layer }
      KeyValueChanges.didChange(["pictureInPicturePossible"], of: self)
    }
  }

  /// The player layer of the source, or the last one if the source has none now; an empty layer if there was none.
  open private(set) var playerLayer: AVPlayerLayer

  /// Whether the small window's controls disable seeking. False by default. Takes effect at the next start.
  open var requiresLinearPlayback = false

  /// The states of picture in picture.
  private lazy var stateMachine = PictureInPictureStateMachine(
    make: { [weak self] in self?.makeWindow($0) }, notify: { [weak self] in self?.notify($0) })

  /// Creates the small window; tests substitute their own.
  lazy var makeWindow: @MainActor (PictureInPictureContent) -> (any SmallWindow)? = { [weak self] in
    $0.makeWindow(isLinear: self?.requiresLinearPlayback ?? false)
  }

  /// Creates a controller for a source.
  public init(contentSource: ContentSource) {
    self.contentSource = contentSource
    playerLayer = contentSource.playerLayer ?? AVPlayerLayer()
    super.init()
    // A program may have no other view before the small window opens.
    installMainLoopIntegrationIfNeeded()
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
    guard Self.isPictureInPictureSupported(), let contentSource else { return false }
    return contentSource.playerLayer?.player?.currentItem?.status == .readyToPlay
      || contentSource.sampleBufferDisplayLayer?.isReadyForDisplay == true
  }

  /// Whether the video is in the small window: from its start until the program's interface is restored. Observable,
  /// with the key `pictureInPictureActive`; observers are notified before the delegate.
  open var isPictureInPictureActive: Bool {
    AccessTracking.note("pictureInPictureActive", of: self)
    return stateMachine.isActive
  }

  /// Whether the small window can be closed: while it is open.
  open var canStopPictureInPicture: Bool { isPictureInPictureActive }

  /// Opens the small window. The delegate is notified of the success or the failure.
  open func startPictureInPicture() { stateMachine.start(content) }

  /// Closes the small window, as its own button does.
  open func stopPictureInPicture() { stateMachine.stop() }

  /// Makes the small window read the state of playback from `sampleBufferPlaybackDelegate` at once. It reads it four
  /// times a second by itself.
  open func invalidatePlaybackState() { stateMachine.update() }

  /// The content of the source; nil without a frame or an item.
  private var content: PictureInPictureContent? {
    guard let source = contentSource else { return nil }
    guard let layer = source.sampleBufferDisplayLayer, source.sampleBufferPlaybackDelegate != nil else {
      return PictureInPictureContent(source.playerLayer?.player)
    }
    return layer.isReadyForDisplay ? .samples(layer, client(of: source)) : nil
  }

  /// The program's part of the playback of samples. Without its delegate playback counts as paused.
  private func client(of source: ContentSource) -> SamplePlaybackClient {
    SamplePlaybackClient(
      isPaused: { [weak self, weak source] in
        guard let self, let delegate = source?.sampleBufferPlaybackDelegate else { return true }
        return delegate.pictureInPictureControllerIsPlaybackPaused(self)
      },
      timeRange: { [weak self, weak source] in
        guard let self, let delegate = source?.sampleBufferPlaybackDelegate else { return .invalid }
        return delegate.pictureInPictureControllerTimeRangeForPlayback(self)
      },
      setPlaying: { [weak self, weak source] in
        guard let self else { return }
        source?.sampleBufferPlaybackDelegate?.pictureInPictureController(self, setPlaying: $0)
      },
      skip: { [weak self, weak source] interval, completion in
        guard let self, let delegate = source?.sampleBufferPlaybackDelegate else { return completion() }
        delegate.pictureInPictureController(self, skipByInterval: interval, completion: completion)
      },
      renderSizeChanged: { [weak self, weak source] in
        guard let self else { return }
        source?.sampleBufferPlaybackDelegate?.pictureInPictureController(self, didTransitionToRenderSize: $0)
      })
  }

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
  /// The same as a method that returns when the interface is restored. Only one of the two is called: the other one if
  /// the delegate implements it.
  func pictureInPictureController(_ pictureInPictureController: AVPictureInPictureController) async -> Bool
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
  /// The default implementation calls the method without a handler, and `completionHandler` with its result.
  public func pictureInPictureController(
    _ controller: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { Task { completionHandler(await pictureInPictureController(controller)) } }
  /// The default implementation returns true.
  public func pictureInPictureController(_ controller: AVPictureInPictureController) async -> Bool { true }
  /// The default implementation does nothing.
  public func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {}
}
