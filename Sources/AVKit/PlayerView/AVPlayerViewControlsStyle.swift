/// Which controls a player view shows over its picture.
public enum AVPlayerViewControlsStyle: Int, Sendable {
  /// None; the keys work all the same.
  case none = 0
  /// A row along the lower edge of the view.
  case inline = 1
  /// The same row, no wider than a hand's reach, in the lower middle of the picture.
  case floating = 2
  /// Only play, the seek bar and, where it is wanted, full screen.
  case minimal = 3

  /// The style of a new view: `inline`.
  public static var `default`: AVPlayerViewControlsStyle { .inline }
}
