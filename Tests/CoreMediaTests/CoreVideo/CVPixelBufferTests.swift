import CoreVideo
import Synchronization
import Testing

@Suite struct CVPixelBufferTests {
  private func make(
    _ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil
  ) -> (CVPixelBuffer?, CVReturn) {
    var buffer: CVPixelBuffer?
    let result = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
    return (buffer, result)
  }

  /// The codes that capture and playback code compares against.
  @Test func pixelFormatsMatchFourCharacterCodes() {
    func code(_ text: String) -> OSType { text.utf8.reduce(0) { $0 << 8 | OSType($1) } }
    #expect(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange == code("420v"))
    #expect(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange == code("420f"))
    #expect(kCVPixelFormatType_32BGRA == 1_111_970_369 && kCVPixelFormatType_32RGBA == code("RGBA"))
    #expect(kCVPixelFormatType_32ARGB == 32 && kCVPixelFormatType_24RGB == 24)
    #expect(kCVPixelFormatType_420YpCbCr8Planar == code("y420"))
    #expect(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange == code("x420"))
  }

  @Test func packedBufferLayout() throws {
    let buffer = try #require(make(101, 7, kCVPixelFormatType_32BGRA).0)
    #expect(CVPixelBufferGetWidth(buffer) == 101 && CVPixelBufferGetHeight(buffer) == 7)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 448 && CVPixelBufferGetDataSize(buffer) == 448 * 7)
    #expect(!CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    #expect(base == CVPixelBufferGetBaseAddressOfPlane(buffer, 0) && Int(bitPattern: base) % 64 == 0)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == nil && CVPixelBufferGetWidthOfPlane(buffer, -1) == 0)
    #expect(UnsafeRawBufferPointer(start: base, count: 448 * 7).allSatisfy { $0 == 0 })
  }

  /// An odd size has chroma for its last column and row too.
  @Test func biplanarBufferLayout() throws {
    let buffer = try #require(
      make(641, 359, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [kCVPixelBufferBytesPerRowAlignmentKey: 16]).0)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 656 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 359)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 321 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 180)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 656)
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    #expect(chroma - luma >= 656 * 359)
    #expect(CVPixelBufferGetDataSize(buffer) >= chroma - luma + 656 * 180)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    // Writing the last byte of the last plane is within bounds.
    (chroma + 656 * 180 - 1).storeBytes(of: 1, as: UInt8.self)
  }

  @Test(arguments: PlanarYCbCr.all)
  func decoderFormatLayouts(format: PlanarYCbCr) throws {
    #expect(PlanarYCbCr(code: format.code) == format)
    let buffer = try #require(make(64, 32, format.code, [kCVPixelBufferBytesPerRowAlignmentKey: 1]).0)
    let bytes = format.bitDepth > 8 ? 2 : 1
    #expect(CVPixelBufferGetPlaneCount(buffer) == 3 && CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 64 * bytes)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 2) == (format.subsampling == .s444 ? 64 : 32) * bytes)
    #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == (format.subsampling == .s420 ? 16 : 32))
  }

  @Test func decoderFormatsHaveDistinctCodes() {
    #expect(Set(PlanarYCbCr.all.map(\.code)).count == 18)
    #expect(PlanarYCbCr(subsampling: .s422, bitDepth: 10, isFullRange: false).code == 0x7932_7041)  // "y2pA"
    #expect(PlanarYCbCr(code: kCVPixelFormatType_32BGRA) == nil)
  }

  @Test func rejectsImpossibleBuffers() {
    #expect(make(0, 10, kCVPixelFormatType_32BGRA) == (nil, kCVReturnInvalidSize))
    #expect(make(10, -1, kCVPixelFormatType_32BGRA) == (nil, kCVReturnInvalidSize))
    #expect(make(.max, .max, kCVPixelFormatType_32BGRA) == (nil, kCVReturnInvalidSize))
    #expect(make(10, 10, 0x7878_7878) == (nil, kCVReturnInvalidPixelFormat))
    let odd: CFDictionary = [kCVPixelBufferBytesPerRowAlignmentKey: 48]
    #expect(make(10, 10, kCVPixelFormatType_32BGRA, odd) == (nil, kCVReturnInvalidPixelBufferAttributes))
  }

  @Test func rejectsUnbalancedLocks() throws {
    let buffer = try #require(make(2, 2, kCVPixelFormatType_32BGRA).0)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
    #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 8)) == kCVReturnInvalidArgument)
  }

  @Test func returnsCreationAttributes() throws {
    let buffer = try #require(
      make(4, 2, kCVPixelFormatType_32BGRA, [kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary]).0)
    let attributes = CVPixelBufferCopyCreationAttributes(buffer)
    #expect(attributes[kCVPixelBufferWidthKey as String] as? Int == 4)
    #expect(attributes[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
    #expect(attributes[kCVPixelBufferIOSurfacePropertiesKey] is CFDictionary)
  }
}
