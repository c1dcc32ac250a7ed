import CoreMedia
import Testing

@Suite struct CMSampleBufferTests {
  private let pixelBuffer: CVPixelBuffer
  private let description: CMVideoFormatDescription
  private var timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: 3, timescale: 25),
    decodeTimeStamp: .invalid)

  init() throws {
    var pixelBuffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &pixelBuffer)
    self.pixelBuffer = try #require(pixelBuffer)
    CVBufferSetAttachment(
      self.pixelBuffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: nil, imageBuffer: self.pixelBuffer, formatDescriptionOut: &description)
    self.description = try #require(description)
  }

  private func make() throws -> CMSampleBuffer {
    var buffer: CMSampleBuffer?
    #expect(
      withUnsafePointer(to: timing) {
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: pixelBuffer, formatDescription: description, sampleTiming: $0,
          sampleBufferOut: &buffer)
      } == noErr)
    return try #require(buffer)
  }

  @Test func imageSampleHasTimingAndFormat() throws {
    let buffer = try make()
    #expect(CMSampleBufferGetImageBuffer(buffer) == pixelBuffer && buffer.formatDescription == description)
    #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == CMTime(value: 3, timescale: 25))
    #expect(buffer.duration == CMTime(value: 1, timescale: 25) && !buffer.decodeTimeStamp.isValid)
    #expect(buffer.numSamples == 1 && CMSampleBufferDataIsReady(buffer))
    #expect(description.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(description.extensions[.colorPrimaries]?.propertyListRepresentation as? String == "ITU_R_709_2")
  }

  @Test func rejectsMismatchedFormatDescription() {
    #expect(CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: pixelBuffer))
    CVBufferSetAttachment(
      pixelBuffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020, .shouldPropagate)
    #expect(!description.matchesImageBuffer(pixelBuffer))
    #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
      try CMSampleBuffer(imageBuffer: pixelBuffer, formatDescription: description, sampleTiming: timing)
    }
  }

  @Test func outputTime() throws {
    let buffer = try make()
    #expect(buffer.outputPresentationTimeStamp == buffer.presentationTimeStamp)
    try buffer.setOutputPresentationTimeStamp(CMTime(value: 9, timescale: 1))
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(buffer) == CMTime(value: 9, timescale: 1))
    #expect(buffer.presentationTimeStamp == CMTime(value: 3, timescale: 25))
  }

  @Test func newTiming() throws {
    let buffer = try make()
    var later = CMSampleTimingInfo.invalid
    #expect(!later.duration.isValid && !later.presentationTimeStamp.isValid)
    later.presentationTimeStamp = CMTime(value: 100, timescale: 1)
    var copy: CMSampleBuffer?
    #expect(
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &later,
        sampleBufferOut: &copy) == noErr)
    #expect(copy?.imageBuffer == pixelBuffer && copy?.presentationTimeStamp == CMTime(value: 100, timescale: 1))
    #expect(
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: nil,
        sampleBufferOut: &copy) == -12738)
  }

  @Test func timingArrays() throws {
    let buffer = try make()
    var (count, timings) = (0, [CMSampleTimingInfo](repeating: .invalid, count: 2))
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
        == noErr)
    #expect(count == 1)
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: &timings, entriesNeededOut: nil)
        == -12737)
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 2, arrayToFill: &timings, entriesNeededOut: nil)
        == noErr)
    #expect(timings[0].presentationTimeStamp == timing.presentationTimeStamp && !timings[1].duration.isValid)
    #expect(CMSampleBufferGetSampleTimingInfo(buffer, at: 1, timingInfoOut: &timings[1]) == -12734)
  }

  @Test func invalidation() throws {
    let buffer = try make()
    try buffer.invalidate()
    #expect(!CMSampleBufferIsValid(buffer) && buffer.imageBuffer == nil && buffer.numSamples == 0)
    #expect(CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: .zero) == -12744)
    #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.sampleTimingInfos() }
  }
}
