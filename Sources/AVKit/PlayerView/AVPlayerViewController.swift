import AVFoundation
import Foundation

/// An adapter of `AVPlayerView` for programs written for iOS, with the names that are used there.
///
/// - Note: Difference from Apple: on iOS it is a `UIViewController`, whose view a program adds to its own; here the
///   view is an `AVPlayerView`, whose `gtkWidget` is put into a window.
@preconcurrency @MainActor open class AVPlayerViewController: NSObject {
  private let playerView = AVPlayerView()
  /// Receives the delegate calls of the view.
  private let relay = DelegateForwarder()

  /// The object that is notified when the video moves to a small window and back, and of what the user does.
  open weak var delegate: (any AVPlayerViewControllerDelegate)?

  /// Creates a controller without a player. GTK must be initialized.
  public override init() {
    super.init()
    playerView.showsFullScreenToggleButton = true
    playerView.allowsPictureInPicturePlayback = true
    relay.controller = self
    playerView.pictureInPictureDelegate = relay
    playerView.delegate = relay
    playerView.controls.driver.userActions = relay.userActions
  }

  /// The view that shows the player.
  open var view: AVPlayerView { playerView }

  /// The player whose video is shown. The controller does not start or stop it.
  open var player: AVPlayer? {
    get { playerView.player }
    set { playerView.player = newValue }
  }

  /// Whether there are controls. True by default.
  open var showsPlaybackControls: Bool {
    get { playerView.controlsStyle != .none }
    set { playerView.controlsStyle = newValue ? .default : .none }
  }

  /// Whether the position is shown as a timecode. False by default.
  open var showsTimecodes: Bool {
    get { playerView.showsTimecodes }
    set { playerView.showsTimecodes = newValue }
  }

  /// How the video fills the view.
  open var videoGravity: AVLayerVideoGravity {
    get { playerView.videoGravity }
    set { playerView.videoGravity = newValue }
  }

  /// Whether the first frame of the current item has been made visible.
  open var isReadyForDisplay: Bool { playerView.isReadyForDisplay }

  /// The rectangle of the video in the view, in GTK units from the top left corner.
  open var videoBounds: CGRect { playerView.videoBounds }

  /// A `GtkOverlay *` between the video and the controls.
  open var contentOverlayView: UnsafeMutableRawPointer? { playerView.contentOverlayView }

  /// The speeds in the menu.
  open var speeds: [AVPlaybackSpeed] {
    get { playerView.speeds }
    set { playerView.speeds = newValue }
  }

  /// The entry of `speeds` that matches the player's default rate; nil if there is none.
  open var selectedSpeed: AVPlaybackSpeed? { playerView.selectedSpeed }

  /// Selects a playback speed; does nothing if it is not in `speeds`.
  open func selectSpeed(_ speed: AVPlaybackSpeed) { playerView.selectSpeed(speed) }

  /// Whether the view's window enters full screen when playback begins. False by default.
  open var entersFullScreenWhenPlaybackBegins: Bool {
    get { playerView.controls.fullScreenPolicy.entersWhenPlaybackBegins }
    set { playerView.controls.fullScreenPolicy.entersWhenPlaybackBegins = newValue }
  }

  /// Whether the view's window leaves full screen when the item has played to its end. False by default.
  open var exitsFullScreenWhenPlaybackEnds: Bool {
    get { playerView.controls.fullScreenPolicy.leavesWhenPlaybackEnds }
    set { playerView.controls.fullScreenPolicy.leavesWhenPlaybackEnds = newValue }
  }

  /// Whether the controls disable seeking, so that the item can only be played from its beginning. False by default.
  /// The program itself may still seek.
  open var requiresLinearPlayback: Bool {
    get { playerView.controls.driver.isLinear }
    set {
      playerView.controls.driver.isLinear = newValue
      playerView.controls.refresh()
    }
  }

  /// Whether the view updates the desktop's media panels and responds to media keys. True by default.
  open var updatesNowPlayingInfoCenter: Bool {
    get { playerView.updatesNowPlayingInfoCenter }
    set { playerView.updatesNowPlayingInfoCenter = newValue }
  }

  /// Whether there is a button that shows the video in a small window. True by default.
  open var allowsPictureInPicturePlayback: Bool {
    get { playerView.allowsPictureInPicturePlayback }
    set { playerView.allowsPictureInPicturePlayback = newValue }
  }
}
