import Foundation

/// Methods called on the main thread when a view's window enters and leaves full screen. All are optional.
@preconcurrency @MainActor public protocol AVPlayerViewDelegate: NSObjectProtocol {
  /// Called before the view's window enters full screen.
  func playerViewWillEnterFullScreen(_ playerView: AVPlayerView)
  /// Called when the window is in full screen.
  func playerViewDidEnterFullScreen(_ playerView: AVPlayerView)
  /// Called before the view's window leaves full screen.
  func playerViewWillExitFullScreen(_ playerView: AVPlayerView)
  /// Called when the window has its previous size again.
  func playerViewDidExitFullScreen(_ playerView: AVPlayerView)
  /// Called to restore the interface that the program hid for full screen. The window leaves full screen when
  /// `completionHandler` is called. Not called if the desktop ends full screen without the view.
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
}

extension AVPlayerView {
  /// Notifies the delegate. Without one full screen is left at once.
  func notify(_ event: FullScreenStateMachine.Event) {
    switch event {
    case .willEnter: delegate?.playerViewWillEnterFullScreen(self)
    case .didEnter: delegate?.playerViewDidEnterFullScreen(self)
    case .willExit: delegate?.playerViewWillExitFullScreen(self)
    case .didExit: delegate?.playerViewDidExitFullScreen(self)
    case .change: break
    case .restore:
      guard let delegate else { return controls.window.restored() }
      delegate.playerView(
        self,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler: { [weak self] _ in
          // The completion may be called on any thread.
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.controls.window.restored() } }
        })
    }
  }
}

extension AVPlayerViewDelegate {
  /// The default implementation does nothing.
  public func playerViewWillEnterFullScreen(_ playerView: AVPlayerView) {}
  /// The default implementation does nothing.
  public func playerViewDidEnterFullScreen(_ playerView: AVPlayerView) {}
  /// The default implementation does nothing.
  public func playerViewWillExitFullScreen(_ playerView: AVPlayerView) {}
  /// The default implementation does nothing.
  public func playerViewDidExitFullScreen(_ playerView: AVPlayerView) {}
  /// The default implementation calls `completionHandler` with true.
  public func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
}
