import AVFoundation
import CPlayheadGTK
import Foundation

extension AVPlayerView {
  /// Moves the video to a small window, or back.
  func togglePictureInPicture() {
    if pictureInPicture.isActive {
      pictureInPicture.stop()
    } else {
      pictureInPicture.start(PictureInPictureContent(player))
    }
  }

  /// Updates the message in the view and notifies the delegate. Without one the interface counts as restored.
  func notify(_ event: PictureInPictureStateMachine.Event) {
    switch event {
    // The video plays in the small window; this view shows a message instead.
    case .didStart: controls.customMessage = translated("This plays in the small window.")
    case .willStop: controls.customMessage = nil
    default: break
    }
    guard let delegate = pictureInPictureDelegate else {
      if case .restore(let done) = event { done(true) }
      return
    }
    switch event {
    case .willStart: delegate.playerViewWillStartPicture(inPicture: self)
    case .didStart: delegate.playerViewDidStartPicture(inPicture: self)
    case .failed(let error): delegate.playerView(self, failedToStartPictureInPictureWithError: error)
    case .willStop: delegate.playerViewWillStopPicture(inPicture: self)
    case .restore(let done):
      delegate.playerView(self, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: done)
    case .didStop: delegate.playerViewDidStopPicture(inPicture: self)
    }
  }
}
