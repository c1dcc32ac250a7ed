extension PixelFormat {
  /// All formats in which pixel buffers can be created.
  static let table: [OSType: PixelFormat] = {
    var table: [OSType: PixelFormat] = [:]
    func add(_ codes: [OSType], _ planes: [Plane]) {
      for code in codes { table[code] = PixelFormat(planes: planes) }
    }
    add(
      [
        kCVPixelFormatType_16BE555, kCVPixelFormatType_16LE555, kCVPixelFormatType_16BE565, kCVPixelFormatType_16LE565,
        kCVPixelFormatType_OneComponent16, kCVPixelFormatType_16Gray, kCVPixelFormatType_OneComponent16Half,
        kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
        kCVPixelFormatType_422YpCbCr8FullRange,
      ],
      [Plane(bytesPerPixel: 2)])
    add(
      [kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_444YpCbCr8],
      [Plane(bytesPerPixel: 3)])
    add(
      [
        kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA,
        kCVPixelFormatType_ARGB2101010LEPacked, kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_4444YpCbCrA8,
      ],
      [Plane(bytesPerPixel: 4)])
    add(
      [kCVPixelFormatType_48RGB],
      [Plane(bytesPerPixel: 6)])
    add(
      [kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE, kCVPixelFormatType_64RGBAHalf],
      [Plane(bytesPerPixel: 8)])
    add(
      [kCVPixelFormatType_128RGBAFloat],
      [Plane(bytesPerPixel: 16)])
    add(
      [kCVPixelFormatType_OneComponent8],
      [Plane(bytesPerPixel: 1)])
    add(
      [kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange],
      [
        Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 1, horizontalStep: 2, verticalStep: 2),
        Plane(bytesPerPixel: 1, horizontalStep: 2, verticalStep: 2),
      ])
    add(
      [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange],
      [Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 2, horizontalStep: 2, verticalStep: 2)])
    add(
      [kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar],
      [Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 2, horizontalStep: 2, verticalStep: 2), Plane(bytesPerPixel: 1)])
    add(
      [kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange],
      [Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 2, horizontalStep: 2, verticalStep: 1)])
    add(
      [kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange],
      [Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 2)])
    add(
      [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange],
      [Plane(bytesPerPixel: 2), Plane(bytesPerPixel: 4, horizontalStep: 2, verticalStep: 2)])
    add(
      [
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange,
      ],
      [Plane(bytesPerPixel: 2), Plane(bytesPerPixel: 4, horizontalStep: 2, verticalStep: 1)])
    add(
      [
        kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange,
      ],
      [Plane(bytesPerPixel: 2), Plane(bytesPerPixel: 4)])
    for format in PlanarYCbCr.all {
      let sample = Plane(bytesPerPixel: format.bitDepth > 8 ? 2 : 1)
      let chroma = Plane(
        bytesPerPixel: sample.bytesPerPixel, horizontalStep: format.subsampling == .s444 ? 1 : 2,
        verticalStep: format.subsampling == .s420 ? 2 : 1)
      table[format.code] = PixelFormat(planes: [sample, chroma, chroma])
    }
    return table
  }()
}
