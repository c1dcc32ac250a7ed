import Foundation
import PlayheadBasics

/// The initial size of the window.
enum WindowSize {
  /// The video's size, reduced to nine tenths of the screen if necessary, which leaves space for the desktop's panels.
  /// A video of exactly the screen's size covers it. Without video, a size that fits the controls and a message.
  static func size(forVideo picture: CGSize, screen: (width: Int, height: Int)?) -> (width: Int, height: Int) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard width > 0, height > 0 else { return (640, 360) }
    var scale = 1.0
    if let screen, screen.width > 0, screen.height > 0, (Int(saturating: width), Int(saturating: height)) != screen {
      scale = min(1, 0.9 * Double(screen.width) / width, 0.9 * Double(screen.height) / height)
    }
    return (max(1, Int(saturating: (width * scale).rounded())), max(1, Int(saturating: (height * scale).rounded())))
  }
}
