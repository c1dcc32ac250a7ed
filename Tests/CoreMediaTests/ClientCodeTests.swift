import CoreMedia
import Testing

/// Client code, which must compile and behave as on Apple's systems.
@Suite struct ClientCodeTests {
  @Test func timescalesFromNanoseconds() {
    let time = CMTime(seconds: 1.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
    #expect(time.value == 1_500_000_000 && !CMTIME_IS_INVALID(time) && CMTIME_IS_NUMERIC(time))
  }

  @Test func attributeDictionaries() throws {
    let attributes =
      [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferCGImageCompatibilityKey as String: kCFBooleanTrue!,
        String(kCVPixelBufferIOSurfacePropertiesKey): [String: Any](),
      ] as [String: Any]
    var pixelBuffer: CVPixelBuffer?
    CVPixelBufferCreate(
      kCFAllocatorDefault, 4, 4, kCVPixelFormatType_32BGRA, attributes as CFDictionary, &pixelBuffer)
    let buffer = try #require(pixelBuffer)
    CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) }
    #expect(
      CVPixelBufferCopyCreationAttributes(buffer)[kCVPixelBufferCGImageCompatibilityKey as String] as? Bool == true)
  }

  @Test func loadedRanges() {
    let ranges: [NSValue] = [
      NSValue(timeRange: CMTimeRange(start: .zero, duration: CMTime(seconds: 12, preferredTimescale: 600)))
    ]
    let buffered = ranges.map { $0.timeRangeValue }.reduce(0) { $0 + $1.duration.seconds }
    #expect(buffered == 12 && ranges.first?.timeRangeValue.containsTime(.zero) == true)
    #expect(CMTimeGetSeconds(CMTimeRangeGetEnd(ranges[0].timeRangeValue)) == 12)
  }
}
