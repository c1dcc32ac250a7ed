import CoreGraphics
import PlayheadBasics
import PlayheadMedia

/// The size of an image.
enum ImageShape {
  /// The size in pixels: the displayed region with square pixels, rotated according to the track if upright, and scaled
  /// down to fit.
  static func size(
    width: Int, height: Int, aspect: PixelAspect, transform: DisplayTransform, request: ImageRequest
  ) -> (width: Int, height: Int) {
    var wide = request.aperture == .encoded ? Double(width) : (Double(width) * aspect.ratio).rounded()
    var high = Double(height)
    if request.isUpright && transform.swapsSides { swap(&wide, &high) }
    let scale = min(1, limit(request.maximumSize.width, wide), limit(request.maximumSize.height, high))
    return (whole(wide * scale), whole(high * scale))
  }

  /// The largest scale for a side. A limit that is not a positive number is ignored.
  private static func limit(_ limit: CGFloat, _ side: Double) -> Double {
    let limit = Double(limit)
    return limit > 0 && limit.isFinite && side > 0 ? limit / side : 1
  }

  /// Limits the size: a pixel aspect from a corrupt header may require more memory than available.
  private static func whole(_ side: Double) -> Int { max(1, Int(saturating: min(side, 65_535).rounded())) }
}
