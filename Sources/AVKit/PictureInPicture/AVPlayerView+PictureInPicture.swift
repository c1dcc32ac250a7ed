import AVFoundation
import CPlayheadGTK
import Foundation

extension AVPlayerView {
  /// Whether there is a button that shows the video in a small window, which stays above the others if the desktop
  /// permits that (X11). False by default.
  public var allowsPictureInPicturePlayback: Bool {
    get { controls.wishes.showsPictureInPicture }
    set { controls.wishes.showsPictureInPicture = newValue }
  }

  func togglePictureInPicture() {
    if pictureInPicture.isActive { pictureInPicture.stop() } else { pictureInPicture.start(player) }
  }

  func tell(_ word: PictureInPictureStateMachine.Word) {
    switch word {
    // The video plays in the small window; this view shows a message instead.
    case .didStart: controls.ownSentence = translated("This plays in the small window.")
    case .willStop: controls.ownSentence = nil
    default: break
    }
    guard let delegate = pictureInPictureDelegate else {
      if case .restore(let done) = word { done(true) }
      return
    }
    switch word {
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
