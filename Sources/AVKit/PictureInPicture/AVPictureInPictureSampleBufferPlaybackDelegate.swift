import AVFoundation

/// The part of a program that plays its own samples in the small window. Methods are called on the main thread.
@preconcurrency @MainActor public protocol AVPictureInPictureSampleBufferPlaybackDelegate: NSObjectProtocol {
  /// Called when the user plays or pauses.
  func pictureInPictureController(_ pictureInPictureController: AVPictureInPictureController, setPlaying playing: Bool)

  /// Returns the range that can be played, on the timebase of the layer. Live content has an infinite duration: it has
  /// no progress bar and cannot be skipped.
  func pictureInPictureControllerTimeRangeForPlayback(
    _ pictureInPictureController: AVPictureInPictureController
  ) -> CMTimeRange

  /// Returns whether playback is paused.
  func pictureInPictureControllerIsPlaybackPaused(
    _ pictureInPictureController: AVPictureInPictureController
  ) -> Bool

  /// Called when the video has another size in the window, in pixels, so that the program can choose the resolution of
  /// its samples.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    didTransitionToRenderSize newRenderSize: CMVideoDimensions)

  /// Called when the user skips.
  ///
  /// - Parameters:
  ///   - pictureInPictureController: The controller of the window.
  ///   - skipInterval: The interval to skip by, negative to skip backward.
  ///   - completionHandler: To be called on the main thread when the skip is done; until then the buttons are disabled.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
    completion completionHandler: @escaping () -> Void)
}
