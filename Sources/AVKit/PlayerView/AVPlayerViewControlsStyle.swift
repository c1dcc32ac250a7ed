/// The style of the controls that a player view shows over its video.
public enum AVPlayerViewControlsStyle: Int, Sendable {
  /// No controls; the keys work nevertheless.
  case none = 0
  /// A row along the lower edge of the view.
  case inline = 1
  /// The same row with a limited width, in the lower middle of the video.
  case floating = 2
  /// Only play, the seek bar and, if enabled, full screen.
  case minimal = 3

  /// The style of a new view: `inline`.
  public static var `default`: AVPlayerViewControlsStyle { .inline }
}
