import Foundation
import PlayheadBasics

/// The size of the window for a video.
enum WindowSize {
  /// The part of the screen that a new window covers at most, which leaves space for the desktop's panels.
  private static let part = 0.9

  /// The initial size: the video's, reduced to nine tenths of the screen if it is larger. Without video, a size that
  /// fits the controls and a message.
  static func size(forVideo frameSize: CGSize, screen: (width: Int, height: Int)?) -> (width: Int, height: Int) {
    let (width, height) = (Double(frameSize.width), Double(frameSize.height))
    guard width > 0, height > 0 else { return (640, 360) }
    return rounded(width, height, scale: min(1, largestScale(width, height, screen: screen)))
  }

  /// The size for the next video in an open window: the shape of the video, the area of the window, at most nine tenths
  /// of the screen. Nil without video, and if the window has the shape already.
  static func size(
    forNextVideo frameSize: CGSize, window: (width: Int, height: Int), screen: (width: Int, height: Int)?
  ) -> (width: Int, height: Int)? {
    let (width, height) = (Double(frameSize.width), Double(frameSize.height))
    guard width > 0, height > 0, window.width > 0, window.height > 0 else { return nil }
    let area = Double(window.width) * Double(window.height)
    let scale = min((area / (width * height)).squareRoot(), largestScale(width, height, screen: screen))
    let size = rounded(width, height, scale: scale)
    // A difference of one unit is a matter of rounding.
    return abs(size.width - window.width) <= 1 && abs(size.height - window.height) <= 1 ? nil : size
  }

  /// The scale at which a video covers nine tenths of the screen in one direction; infinite without a screen.
  private static func largestScale(_ width: Double, _ height: Double, screen: (width: Int, height: Int)?) -> Double {
    guard let screen, screen.width > 0, screen.height > 0 else { return .infinity }
    return min(part * Double(screen.width) / width, part * Double(screen.height) / height)
  }

  /// The scaled size in whole units, at least 1.
  private static func rounded(_ width: Double, _ height: Double, scale: Double) -> (width: Int, height: Int) {
    (max(1, Int(saturating: (width * scale).rounded())), max(1, Int(saturating: (height * scale).rounded())))
  }
}
