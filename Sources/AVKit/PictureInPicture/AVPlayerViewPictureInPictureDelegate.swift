import Foundation

/// Is told when a view's picture goes into a small window and comes back. Every method may be left out.
@preconcurrency @MainActor public protocol AVPlayerViewPictureInPictureDelegate: NSObjectProtocol {
  func playerViewWillStartPicture(inPicture playerView: AVPlayerView)
  func playerViewDidStartPicture(inPicture playerView: AVPlayerView)
  /// There is no picture to put into a window: an `AVKitError`.
  func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error)
  func playerViewWillStopPicture(inPicture playerView: AVPlayerView)
  /// The time to bring back what the program took away for the small window. The stop is told when `completionHandler` is called.
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  func playerViewDidStopPicture(inPicture playerView: AVPlayerView)
}

extension AVPlayerViewPictureInPictureDelegate {
  public func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {}
  public func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {}
  public func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {}
  public func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {}
  public func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  public func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {}
}
