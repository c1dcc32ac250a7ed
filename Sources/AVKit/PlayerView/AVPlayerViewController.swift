import AVFoundation
import Foundation

/// The face of `AVPlayerView` for programs written for iOS: the same view, under the names that are used there.
///
/// - Note: Difference from Apple: there it is a `UIViewController`, whose view a program puts into its own; here the view is an
///   `AVPlayerView`, whose `gtkWidget` goes into a window.
@preconcurrency @MainActor open class AVPlayerViewController: NSObject {
  private let playerView = AVPlayerView()
  private let relay = ControllerRelay()

  /// Is told when the picture goes into a small window and comes back.
  open weak var delegate: (any AVPlayerViewControllerDelegate)?

  /// Makes a controller without a player. GTK has to be started.
  public override init() {
    super.init()
    playerView.showsFullScreenToggleButton = true
    playerView.allowsPictureInPicturePlayback = true
    relay.controller = self
    playerView.pictureInPictureDelegate = relay
  }

  /// The view that shows the player.
  open var view: AVPlayerView { playerView }

  /// What is shown. The controller does not start or stop it.
  open var player: AVPlayer? {
    get { playerView.player }
    set { playerView.player = newValue }
  }

  /// Whether there are controls. True at first.
  open var showsPlaybackControls: Bool {
    get { playerView.controlsStyle != .none }
    set { playerView.controlsStyle = newValue ? .default : .none }
  }

  /// Whether the position is counted as the film's time code counts it. False at first.
  open var showsTimecodes: Bool {
    get { playerView.showsTimecodes }
    set { playerView.showsTimecodes = newValue }
  }

  /// How the picture fills the view.
  open var videoGravity: AVLayerVideoGravity {
    get { playerView.videoGravity }
    set { playerView.videoGravity = newValue }
  }

  /// Whether the first picture of the current item has been made visible.
  open var isReadyForDisplay: Bool { playerView.isReadyForDisplay }

  /// Where the picture is in the view, in GTK's units from the top left corner.
  open var videoBounds: CGRect { playerView.videoBounds }

  /// A `GtkOverlay *` between the picture and the controls.
  open var contentOverlayView: UnsafeMutableRawPointer? { playerView.contentOverlayView }

  /// The speeds in the menu.
  open var speeds: [AVPlaybackSpeed] {
    get { playerView.speeds }
    set { playerView.speeds = newValue }
  }

  /// The speed of `speeds` that the player plays with, or will.
  open var selectedSpeed: AVPlaybackSpeed? { playerView.selectedSpeed }

  /// Plays on with a speed.
  open func selectSpeed(_ speed: AVPlaybackSpeed) { playerView.selectSpeed(speed) }

  /// Whether the view's window fills the screen when playing begins. False at first.
  open var entersFullScreenWhenPlaybackBegins: Bool {
    get { playerView.controls.fillsScreenAtStart }
    set { playerView.controls.fillsScreenAtStart = newValue }
  }

  /// Whether the view's window leaves the full screen when the item has been played to its end. False at first.
  open var exitsFullScreenWhenPlaybackEnds: Bool {
    get { playerView.controls.leavesFullScreenAtEnd }
    set { playerView.controls.leavesFullScreenAtEnd = newValue }
  }

  /// Whether the item can only be played from its beginning on: the controls then lead nowhere else. False at first. The program
  /// itself may seek all the same.
  open var requiresLinearPlayback: Bool {
    get { playerView.controls.driver.isLinear }
    set {
      playerView.controls.driver.isLinear = newValue
      playerView.controls.refresh()
    }
  }

  /// Whether the desktop's media panels and keys are told what plays here. True at first.
  open var updatesNowPlayingInfoCenter: Bool {
    get { playerView.updatesNowPlayingInfoCenter }
    set { playerView.updatesNowPlayingInfoCenter = newValue }
  }

  /// Whether there is a button that puts the picture into a small window of its own. True at first.
  open var allowsPictureInPicturePlayback: Bool {
    get { playerView.allowsPictureInPicturePlayback }
    set { playerView.allowsPictureInPicturePlayback = newValue }
  }
}
