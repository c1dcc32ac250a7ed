import AVFoundation
import Foundation
import MediaPlayer

/// A movie player and its view, for programs that present both together.
///
/// - Note: Difference from Apple: on iOS it is a `UIViewController` that is presented over the program's own; here a
///   program puts the `gtkWidget` of its view into a window. The class is in AVKit, because its view is.
@preconcurrency @MainActor open class MPMoviePlayerViewController: NSObject {
  /// The player, with the controls of a whole screen. It plays when enough is buffered.
  public let moviePlayer: MPMoviePlayerController!

  /// Creates a player for a movie and opens it. GTK must be initialized.
  public init!(contentURL: URL!) {
    moviePlayer = MPMoviePlayerController(contentURL: contentURL)
    super.init()
    moviePlayer.controlStyle = .fullscreen
    moviePlayer.prepareToPlay()
  }

  /// The view that shows the movie.
  open var view: AVPlayerView! { moviePlayer.view }
}
