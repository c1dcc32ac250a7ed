import AVFoundation

/// Methods called on the main thread when a controller's video moves to a small window and back, when the controller's
/// window leaves full screen, and when the user navigates or selects a language. All are optional.
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
  /// Called to restore the interface that the program hid for full screen. The window leaves full screen when
  /// `completionHandler` is called. Not called if the desktop ends full screen without the view.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
  /// Called after the user has selected an option of a media selection group in a menu or with a key; `nil` for none.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    didSelect mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup)
  /// Called when the user has navigated with the seek bar, a key, a gesture or a chapter. Returns the time to seek to,
  /// which is clamped to the seekable range.
  ///
  /// - Parameters:
  ///   - playerViewController: The controller.
  ///   - oldTime: The position at which the user began to navigate.
  ///   - targetTime: The position that the user has selected.
  func playerViewController(
    _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
    to targetTime: CMTime
  ) -> CMTime
  /// Called when playback resumes after the user has navigated: after the seek during playback, else with the next
  /// start.
  func playerViewController(
    _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
    to targetTime: CMTime)
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
  /// The default implementation calls `completionHandler` with true.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(true) }
  /// The default implementation does nothing.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    didSelect mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {}
  /// The default implementation returns `targetTime`.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
    to targetTime: CMTime
  ) -> CMTime { targetTime }
  /// The default implementation does nothing.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
    to targetTime: CMTime
  ) {}
}

/// Forwards the delegate calls of the controller's view to the controller's delegate.
@MainActor final class DelegateForwarder: NSObject, AVPlayerViewPictureInPictureDelegate, AVPlayerViewDelegate {
  weak var controller: AVPlayerViewController?

  /// The calls for what the user does with the controls.
  var userActions: UserActionHandlers {
    UserActionHandlers(
      timeToSeek: { [weak self] from, to in
        guard let controller = self?.controller, let delegate = controller.delegate else { return to }
        return delegate.playerViewController(controller, timeToSeekAfterUserNavigatedFrom: from, to: to)
      },
      willResume: { [weak self] from, to in
        self?.notify { $0.playerViewController($1, willResumePlaybackAfterUserNavigatedFrom: from, to: to) }
      },
      didSelect: { [weak self] option, group in
        self?.notify { $0.playerViewController($1, didSelect: option, in: group) }
      })
  }

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

  func playerView(
    _ playerView: AVPlayerView,
    restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping (Bool) -> Void
  ) {
    guard controller?.delegate != nil else { return completionHandler(true) }
    notify {
      $0.playerViewController($1, restoreUserInterfaceForFullScreenExitWithCompletionHandler: completionHandler)
    }
  }
}
