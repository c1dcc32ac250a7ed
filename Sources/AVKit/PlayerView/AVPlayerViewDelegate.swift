import Foundation

/// Is told when a view's window fills the screen and ceases to. Every method may be left out.
@preconcurrency @MainActor public protocol AVPlayerViewDelegate: NSObjectProtocol {
  /// The view was asked to fill the screen, or its window is about to.
  func playerViewWillEnterFullScreen(_ playerView: AVPlayerView)
  /// The window fills the screen.
  func playerViewDidEnterFullScreen(_ playerView: AVPlayerView)
  /// The view was asked to leave the full screen, or its window is about to.
  func playerViewWillExitFullScreen(_ playerView: AVPlayerView)
  /// The window is as it was before.
  func playerViewDidExitFullScreen(_ playerView: AVPlayerView)
  /// The time to bring back what the program took away for the full screen. The window leaves it when `completionHandler` is called.
  /// Not asked where the desktop takes the window out of the full screen without the view.
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
}

extension AVPlayerView {
  func tell(_ word: FullScreenStateMachine.Word) {
    switch word {
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
          // Any thread may say so.
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.controls.window.restored() } }
        })
    }
  }
}

extension AVPlayerViewDelegate {
  public func playerViewWillEnterFullScreen(_ playerView: AVPlayerView) {}
  public func playerViewDidEnterFullScreen(_ playerView: AVPlayerView) {}
  public func playerViewWillExitFullScreen(_ playerView: AVPlayerView) {}
  public func playerViewDidExitFullScreen(_ playerView: AVPlayerView) {}
  public func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
}
