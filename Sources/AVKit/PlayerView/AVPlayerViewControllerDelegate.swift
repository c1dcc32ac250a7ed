import Foundation

/// Methods called on the main thread when a controller's video moves to a small window and back. All are optional.
@preconcurrency @MainActor public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
  /// Called before the small window opens.
  func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  /// Called when the small window is open.
  func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  /// Called when picture in picture could not start; `error` is an `AVKitError`.
  func playerViewController(
    _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error)
  /// Called when the small window was closed, before the interface is restored.
  func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController)
  /// Called to restore the interface that the program hid for the small window. The stop is reported when
  /// `completionHandler` is called.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  /// Called when picture in picture has ended.
  func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
}

extension AVPlayerViewControllerDelegate {
  /// The default implementation does nothing.
  public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  /// The default implementation does nothing.
  public func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  /// The default implementation does nothing.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
  ) {}
  /// The default implementation does nothing.
  public func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  /// The default implementation calls `completionHandler` with true.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  /// The default implementation does nothing.
  public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
}

/// Forwards the delegate calls of the controller's view to the controller's delegate.
@MainActor final class DelegateForwarder: NSObject, AVPlayerViewPictureInPictureDelegate {
  weak var controller: AVPlayerViewController?

  /// Calls `body` if the controller exists and has a delegate.
  private func notify(_ body: (any AVPlayerViewControllerDelegate, AVPlayerViewController) -> Void) {
    if let controller, let delegate = controller.delegate { body(delegate, controller) }
  }

  func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {
    notify { $0.playerViewControllerWillStartPictureInPicture($1) }
  }
  func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {
    notify { $0.playerViewControllerDidStartPictureInPicture($1) }
  }
  func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {
    notify { $0.playerViewController($1, failedToStartPictureInPictureWithError: error) }
  }
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) {
    guard controller?.delegate != nil else { return completionHandler(true) }
    notify {
      $0.playerViewController(
        $1, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completionHandler)
    }
  }
  func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {
    notify { $0.playerViewControllerWillStopPictureInPicture($1) }
  }
  func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {
    notify { $0.playerViewControllerDidStopPictureInPicture($1) }
  }
}
