import AVFoundation
import Foundation
import MediaPlayer

/// The view of a movie player, and full screen.
extension MPMoviePlayerController {
  /// The view that shows the movie, created on first use. GTK must be initialized.
  @MainActor public var view: AVPlayerView! { playerView }

  /// Whether the first frame has been made visible.
  @MainActor public var readyForDisplay: Bool { playerView.isReadyForDisplay }

  /// Whether the view's window is in full screen. Setting it before the view is in a window has no effect.
  @MainActor public var isFullscreen: Bool {
    get { playerView.controls.window.isFullScreen }
    set { setFullscreen(newValue, animated: false) }
  }

  /// Enters or leaves full screen. The desktop decides whether the change is animated.
  @MainActor public func setFullscreen(_ fullscreen: Bool, animated: Bool) {
    playerView.controls.window.setFullScreen(fullscreen)
  }

  /// The view, created on first use.
  @MainActor private var playerView: AVPlayerView {
    if let view = viewStorage as? AVPlayerView { return view }
    let view = AVPlayerView()
    view.player = player
    viewStorage = view
    onDisplayChange = { [weak self] in
      // The setters are called on the main thread, as everything of a view is.
      MainActor.assumeIsolated { self?.applyDisplay() }
    }
    applyDisplay()
    return view
  }

  /// Applies the scaling and the style of the controls to the view.
  @MainActor private func applyDisplay() {
    guard let view = viewStorage as? AVPlayerView else { return }
    view.videoGravity = MovieDisplay.gravity(scalingMode)
    view.controlsStyle = MovieDisplay.style(controlStyle)
    view.showsFullScreenToggleButton = controlStyle != .none
  }
}

/// The settings of a movie player in the terms of `AVPlayerView`.
enum MovieDisplay {
  /// How the video fills the view.
  static func gravity(_ mode: MPMovieScalingMode) -> AVLayerVideoGravity {
    switch mode {
    case .none, .aspectFit: .resizeAspect
    case .aspectFill: .resizeAspectFill
    case .fill: .resize
    }
  }

  /// The controls.
  static func style(_ style: MPMovieControlStyle) -> AVPlayerViewControlsStyle {
    switch style {
    case .none: .none
    case .embedded: .inline
    case .fullscreen: .floating
    }
  }
}
