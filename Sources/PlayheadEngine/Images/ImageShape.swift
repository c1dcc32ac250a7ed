import CoreGraphics
import PlayheadBasics
import PlayheadFFmpeg

/// How large an image of a stored picture becomes.
enum ImageShape {
  /// In pixels: the size of the part that is shown, made square, laid as the track asks if it is to be upright, and made to fit.
  static func size(
    width: Int, height: Int, aspect: PixelAspect, transform: DisplayTransform, wish: ImageRequest
  ) -> (width: Int, height: Int) {
    var wide = wish.aperture == .encoded ? Double(width) : (Double(width) * aspect.ratio).rounded()
    var high = Double(height)
    if wish.isUpright && transform.swapsSides { swap(&wide, &high) }
    let scale = min(1, limit(wish.maximumSize.width, wide), limit(wish.maximumSize.height, high))
    return (whole(wide * scale), whole(high * scale))
  }

  /// What a side is to be multiplied by at most. A limit that is not a positive number is none.
  private static func limit(_ limit: CGFloat, _ side: Double) -> Double {
    let limit = Double(limit)
    return limit > 0 && limit.isFinite && side > 0 ? limit / side : 1
  }

  /// A pixel aspect from a damaged header may ask for an image that no memory holds.
  private static func whole(_ side: Double) -> Int { max(1, Int(saturating: min(side, 65_535).rounded())) }
}
