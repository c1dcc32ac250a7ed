import Foundation
import PlayheadBasics

/// How large a window opens.
enum WindowSize {
  /// The picture's own size, or as much of it, in its shape, as leaves room for the desktop's bars: nine tenths of the screen. A
  /// picture of exactly the screen's size covers it. Without a picture, room for the controls and a sentence.
  static func size(forPicture picture: CGSize, screen: (width: Int, height: Int)?) -> (width: Int, height: Int) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard width > 0, height > 0 else { return (640, 360) }
    var scale = 1.0
    if let screen, screen.width > 0, screen.height > 0, (Int(saturating: width), Int(saturating: height)) != screen {
      scale = min(1, 0.9 * Double(screen.width) / width, 0.9 * Double(screen.height) / height)
    }
    return (max(1, Int(saturating: (width * scale).rounded())), max(1, Int(saturating: (height * scale).rounded())))
  }
}
