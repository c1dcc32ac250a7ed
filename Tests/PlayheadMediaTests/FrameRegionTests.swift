import PlayheadMedia
import Testing

/// The clean aperture in whole samples of a frame.
@Suite struct FrameRegionTests {
  private static func part(_ width: Double, _ height: Double, _ x: Double, _ y: Double) -> FrameRegion? {
    FrameRegion(
      CleanAperture(width: width, height: height, horizontalOffset: x, verticalOffset: y), width: 720, height: 486)
  }

  /// ISO/IEC 14496-12 §12.1.4: the center of the aperture is at the offsets from the center of the frame.
  @Test func apertureOffsetsAreFromCenter() {
    #expect(Self.part(704, 480, 0, 0) == FrameRegion(x: 8, y: 3, width: 704, height: 480))
    #expect(Self.part(704, 480, -8, 3) == FrameRegion(x: 0, y: 6, width: 704, height: 480))
    #expect(Self.part(703.6, 479.7, 0, 0) == FrameRegion(x: 8, y: 3, width: 704, height: 480))
    #expect(Self.part(720, 486, 0, 0) == nil)
    let senseless: [[Double]] = [
      [0, 480, 0, 0], [704, 480, 100, 0], [900, 480, 0, 0], [.nan, 1, 0, 0], [704, 480, 0, -.infinity],
      [1e300, 2, 0, 0],
    ]
    for numbers in senseless { #expect(Self.part(numbers[0], numbers[1], numbers[2], numbers[3]) == nil) }
  }
}
