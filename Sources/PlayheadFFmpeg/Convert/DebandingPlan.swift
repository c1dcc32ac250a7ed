import PlayheadMedia

/// The filters of libavfilter that smooth the bands of frames in a pixel format. Pure.
///
/// `gradfun` blurs shallow gradients and dithers the result to 8 bits, in an eighth of the time of `deband`, which
/// replaces samples by averages of others nearby and takes up to 16 bits. Both give the same output for the same frame,
/// whatever came before: the directions of `deband` depend on the position in the frame only.
struct DebandingPlan {
  /// The name of the pixel format that the filters receive: that of the frames, without the range that it implies.
  let input: String
  /// Names and arguments of the filters in the order of processing.
  let filters: [(String, String)]

  /// Larger strengths change edges by two steps, smaller ones leave bands of four steps. A radius that is no power of
  /// two makes `gradfun` change flat areas.
  private static let gradfun = ("gradfun", "strength=3:radius=16")
  /// The default: differences of up to a fiftieth, five steps of 8 bits. Alpha is not smoothed.
  private static let deband = ("deband", "1thr=0.02:2thr=0.02:3thr=0.02:4thr=0.00003:range=16")

  /// Plans the filters; nil for formats that are not debanded: those with red, green and blue, packed ones, and those
  /// with the most significant byte first.
  init?(for format: PixelFormat) {
    guard !format.isRGB, format.isLittleEndianOrBytes, let family = Self.family(format) else { return nil }
    let depth = format.bitDepth > 8 ? "\(format.bitDepth)le" : ""
    switch (format.bitDepth, format.hasAlpha) {
    case (8, false):
      input = format.name.replacing("yuvj", with: "yuv")
      filters = format.planeCount == 2 ? [("format", family), Self.gradfun] : [Self.gradfun]
    case (8, true):
      input = format.name
      filters = [Self.deband]
    case (9...16, _):
      // Not all depths have a format that the filter takes. With 16 bits, averages lie between the steps.
      input = format.name
      filters = [("format", family + "16le"), Self.deband, ("format", family + depth)]
    default: return nil
    }
  }

  /// The name of the planar format with the same components, without the depth; nil if there is none.
  private static func family(_ format: PixelFormat) -> String? {
    if format.planeCount == 1 { return format.name.hasPrefix("gray") && !format.hasAlpha ? "gray" : nil }
    let alpha = format.hasAlpha ? "a" : ""
    return switch (format.chromaShift.x, format.chromaShift.y) {
    case (1, 1): "yuv\(alpha)420p"
    case (1, 0): "yuv\(alpha)422p"
    case (0, 0): "yuv\(alpha)444p"
    default: format.bitDepth == 8 && format.planeCount == 3 ? format.name : nil
    }
  }
}
