import CoreGraphics
import PlayheadMedia
import Testing

@testable import PlayheadImages

@Suite struct ImageShapeTests {
  private static func size(
    _ width: Int, _ height: Int, aspect: (Int32, Int32) = (1, 1), rotation: Int = 0,
    request: ImageRequest = ImageRequest()
  ) -> [Int] {
    let size = ImageShape.size(
      width: width, height: height, aspect: PixelAspect(horizontal: aspect.0, vertical: aspect.1),
      transform: DisplayTransform(rotation: rotation, isMirrored: false), request: request)
    return [size.width, size.height]
  }

  @Test func imagesFitWithoutEnlarging() {
    #expect(Self.size(1920, 1080) == [1920, 1080])
    #expect(Self.size(1920, 1080, request: .sized(200, 0)) == [200, 113])
    #expect(Self.size(1920, 1080, request: .sized(0, 270)) == [480, 270])
    #expect(Self.size(1920, 1080, request: .sized(200, 200)) == [200, 113])
    #expect(Self.size(1080, 1920, request: .sized(200, 200)) == [113, 200])
    #expect(Self.size(320, 180, request: .sized(4000, 4000)) == [320, 180])
    #expect(Self.size(1920, 2, request: .sized(10, 10)) == [10, 1])
  }

  @Test func ignoresInvalidMaximumSizes() {
    for limit in [-1.0, .nan, .infinity, 0] {
      #expect(Self.size(320, 180, request: .sized(limit, limit)) == [320, 180])
    }
  }

  /// PAL in 16:9 (ITU-R BT.601 in DVB: 64:45).
  @Test func squaresPixelsUnlessEncodedAperture() {
    #expect(Self.size(720, 576, aspect: (64, 45)) == [1024, 576])
    var request = ImageRequest()
    request.aperture = .encoded
    #expect(Self.size(720, 576, aspect: (64, 45), request: request) == [720, 576])
    request = .sized(512, 0)
    #expect(Self.size(720, 576, aspect: (64, 45), request: request) == [512, 288])
  }

  @Test func rotationSwapsSides() {
    var request = ImageRequest()
    #expect(Self.size(1920, 1080, rotation: 90, request: request) == [1920, 1080])
    request.isUpright = true
    #expect(Self.size(1920, 1080, rotation: 90, request: request) == [1080, 1920])
    #expect(Self.size(1920, 1080, rotation: 180, request: request) == [1920, 1080])
    request.maximumSize = CGSize(width: 100, height: 0)
    #expect(Self.size(720, 576, aspect: (64, 45), rotation: 270, request: request) == [100, 178])
  }

  /// A damaged header must not cause a huge allocation.
  @Test func absurdAspectIsLimited() {
    let size = Self.size(16_000, 100, aspect: (.max, 1))
    #expect(size[0] <= 65_535 && size[1] >= 1)
  }
}
