import Foundation
import QuartzCore

/// The largest rectangle with an aspect ratio inside another rectangle, centred. Returns an empty rectangle at the
/// centre if the width or height of the aspect ratio is not positive.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  guard aspectRatio.width > 0, aspectRatio.height > 0 else {
    return CGRect(x: boundingRect.midX, y: boundingRect.midY, width: 0, height: 0)
  }
  return CALayerContentsGravity.resizeAspect.place(aspectRatio, in: boundingRect)
}

extension AVLayerVideoGravity {
  /// The rectangle of a frame with a given size inside bounds.
  func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
    let gravity: CALayerContentsGravity =
      switch self {
      case .resize: .resize
      case .resizeAspectFill: .resizeAspectFill
      default: .resizeAspect
      }
    return gravity.place(size, in: bounds)
  }
}
