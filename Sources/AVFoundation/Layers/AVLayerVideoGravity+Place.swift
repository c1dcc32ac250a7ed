import Foundation
import QuartzCore

/// The largest rectangle of a shape within another one, in its middle. A shape without a width or a height has no place: an empty
/// rectangle in the middle.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  guard aspectRatio.width > 0, aspectRatio.height > 0 else {
    return CGRect(x: boundingRect.midX, y: boundingRect.midY, width: 0, height: 0)
  }
  return CALayerContentsGravity.resizeAspect.place(aspectRatio, in: boundingRect)
}

extension AVLayerVideoGravity {
  /// Where a picture of a size lies in bounds.
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
