import Foundation

/// Methods called on the main thread when a view's video moves to a small window and back. All are optional.
@preconcurrency @MainActor public protocol AVPlayerViewPictureInPictureDelegate: NSObjectProtocol {
  /// Called before the small window opens.
  func playerViewWillStartPicture(inPicture playerView: AVPlayerView)
  /// Called when the small window is open.
  func playerViewDidStartPicture(inPicture playerView: AVPlayerView)
  /// Called when picture in picture could not start; `error` is an `AVKitError`.
  func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error)
  /// Called when the small window was closed, before the interface is restored.
  func playerViewWillStopPicture(inPicture playerView: AVPlayerView)
  /// Called to restore the interface that the program hid for the small window. The stop is reported when
  /// `completionHandler` is called.
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  /// Called when picture in picture has ended.
  func playerViewDidStopPicture(inPicture playerView: AVPlayerView)
}

extension AVPlayerViewPictureInPictureDelegate {
  /// The default implementation does nothing.
  public func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {}
  /// The default implementation does nothing.
  public func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {}
  /// The default implementation does nothing.
  public func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {}
  /// The default implementation does nothing.
  public func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {}
  /// The default implementation calls `completionHandler` with true.
  public func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  /// The default implementation does nothing.
  public func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {}
}
