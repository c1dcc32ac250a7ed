import CoreVideo
import Testing

@Suite struct CVAttachmentTests {
  private let buffer: CVPixelBuffer

  init() throws {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 720, 576, kCVPixelFormatType_420YpCbCr8Planar, nil, &buffer) == kCVReturnSuccess)
    self.buffer = try #require(buffer)
  }

  @Test func attachmentHasOneMode() {
    CVBufferSetAttachment(buffer, "key", "first", .shouldPropagate)
    CVBufferSetAttachment(buffer, "key", "second", .shouldNotPropagate)
    var mode = CVAttachmentMode.shouldPropagate
    #expect(CVBufferCopyAttachment(buffer, "key", &mode) as? String == "second" && mode == .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    CVBufferRemoveAttachment(buffer, "key")
    #expect(!CVBufferHasAttachment(buffer, "key") && CVBufferCopyAttachment(buffer, "key", nil) == nil)
  }

  @Test func propagatesOnlyMarkedAttachments() throws {
    var other: CVPixelBuffer?
    CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_32BGRA, nil, &other)
    let copy = try #require(other)
    CVBufferSetAttachments(buffer, ["a": 1, "b": 2], .shouldPropagate)
    CVBufferSetAttachment(buffer, "c", 3, .shouldNotPropagate)
    CVBufferSetAttachment(copy, "a", 9, .shouldNotPropagate)
    CVBufferPropagateAttachments(buffer, copy)
    #expect((CVBufferGetAttachments(copy, .shouldPropagate) as? [String: Int]) == ["a": 1, "b": 2])
    CVBufferRemoveAllAttachments(copy)
    #expect(CVBufferGetAttachments(copy, .shouldPropagate) == nil)
  }

  /// PAL on a wide screen: 702 of 720 columns, pixels of 16 to 11.
  @Test func displaySizeFollowsApertureAndAspect() {
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 720, height: 576))
    let aperture: CFDictionary = [
      kCVImageBufferCleanApertureWidthKey: 702, kCVImageBufferCleanApertureHeightKey: 576,
      kCVImageBufferCleanApertureHorizontalOffsetKey: 1, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 10, y: 0, width: 702, height: 576))
    let aspect: CFDictionary = [
      kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 16, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferPixelAspectRatioKey, aspect, .shouldPropagate)
    #expect(abs(CVImageBufferGetDisplaySize(buffer).width - 702.0 * 16 / 11) < 1e-9)
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 576))
    let display: CFDictionary = [kCVImageBufferDisplayWidthKey: 1024, kCVImageBufferDisplayHeightKey: 576]
    CVBufferSetAttachment(buffer, kCVImageBufferDisplayDimensionsKey, display, .shouldPropagate)
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 1024, height: 576))
  }

  @Test func ignoresInvalidAperture() {
    let aperture: CFDictionary = [
      kCVImageBufferCleanApertureWidthKey: -5, kCVImageBufferCleanApertureHeightKey: Double.nan,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 720, height: 576))
  }

  @Test func colorSpaces() {
    #expect(CVImageBufferGetColorSpace(buffer) == nil)
    CVBufferSetAttachments(
      buffer,
      [
        kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
        kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
      ], .shouldPropagate)
    #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue().name == CGColorSpace.itur_2100_PQ)
    let attachments = CVBufferCopyAttachments(buffer, .shouldPropagate) ?? [:]
    let space = CVImageBufferCreateColorSpaceFromAttachments(attachments)?.takeRetainedValue()
    #expect(space == CGColorSpace(name: CGColorSpace.itur_2100_PQ))
  }

  /// Code points of ITU-T H.273.
  @Test func codePoints() {
    #expect(CVColorPrimariesGetIntegerCodePointForString(kCVImageBufferColorPrimaries_P3_D65) == 12)
    #expect(CVTransferFunctionGetIntegerCodePointForString(kCVImageBufferTransferFunction_ITU_R_2100_HLG) == 18)
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(kCVImageBufferYCbCrMatrix_ITU_R_601_4) == 6)
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(nil) == 2 && ColorCodePoints.matrices.string(of: 2) == nil)
    #expect(ColorCodePoints.matrices.string(of: 5) == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
  }

  @Test func hostTimeAdvances() {
    let first = CVGetCurrentHostTime()
    #expect(first > 0 && CVGetCurrentHostTime() >= first && CVGetHostClockFrequency() == 1e9)
  }
}
