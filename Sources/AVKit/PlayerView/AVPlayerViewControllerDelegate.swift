import Foundation

/// Is told when a controller's picture goes into a small window and comes back. Every method may be left out.
@preconcurrency @MainActor public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
  func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  /// There is no picture to put into a window: an `AVKitError`.
  func playerViewController(
    _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error)
  func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController)
  /// The time to bring back what the program took away for the small window. The stop is told when `completionHandler` is called.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
}

extension AVPlayerViewControllerDelegate {
  public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewController(
    _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
  ) {}
  public func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
}

/// Hears what the controller's view tells, and says it in the controller's name.
@MainActor final class ControllerRelay: NSObject, AVPlayerViewPictureInPictureDelegate {
  weak var controller: AVPlayerViewController?

  private func tell(_ body: (any AVPlayerViewControllerDelegate, AVPlayerViewController) -> Void) {
    if let controller, let delegate = controller.delegate { body(delegate, controller) }
  }

  func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {
    tell { $0.playerViewControllerWillStartPictureInPicture($1) }
  }
  func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {
    tell { $0.playerViewControllerDidStartPictureInPicture($1) }
  }
  func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {
    tell { $0.playerViewController($1, failedToStartPictureInPictureWithError: error) }
  }
  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) {
    guard controller?.delegate != nil else { return completionHandler(true) }
    tell {
      $0.playerViewController(
        $1, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completionHandler)
    }
  }
  func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {
    tell { $0.playerViewControllerWillStopPictureInPicture($1) }
  }
  func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {
    tell { $0.playerViewControllerDidStopPictureInPicture($1) }
  }
}
