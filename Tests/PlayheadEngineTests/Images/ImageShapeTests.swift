import CoreGraphics
import PlayheadFFmpeg
import Testing

@testable import PlayheadEngine

@Suite struct ImageShapeTests {
  private static func size(
    _ width: Int, _ height: Int, aspect: (Int32, Int32) = (1, 1), rotation: Int = 0, wish: ImageRequest = ImageRequest()
  ) -> [Int] {
    let size = ImageShape.size(
      width: width, height: height, aspect: PixelAspect(horizontal: aspect.0, vertical: aspect.1),
      transform: DisplayTransform(rotation: rotation, isMirrored: false), wish: wish)
    return [size.width, size.height]
  }

  @Test func imagesFitAndAreNeverEnlarged() {
    #expect(Self.size(1920, 1080) == [1920, 1080])
    #expect(Self.size(1920, 1080, wish: .sized(200, 0)) == [200, 113])
    #expect(Self.size(1920, 1080, wish: .sized(0, 270)) == [480, 270])
    #expect(Self.size(1920, 1080, wish: .sized(200, 200)) == [200, 113])
    #expect(Self.size(1080, 1920, wish: .sized(200, 200)) == [113, 200])
    #expect(Self.size(320, 180, wish: .sized(4000, 4000)) == [320, 180])
    #expect(Self.size(1920, 2, wish: .sized(10, 10)) == [10, 1])
  }

  @Test func limitsThatAreNone() {
    for limit in [-1.0, .nan, .infinity, 0] {
      #expect(Self.size(320, 180, wish: .sized(limit, limit)) == [320, 180])
    }
  }

  /// PAL in 16:9 (ITU-R BT.601 in DVB: 64:45).
  @Test func pixelsBecomeSquareUnlessTheyAreKept() {
    #expect(Self.size(720, 576, aspect: (64, 45)) == [1024, 576])
    var wish = ImageRequest()
    wish.aperture = .encoded
    #expect(Self.size(720, 576, aspect: (64, 45), wish: wish) == [720, 576])
    wish = .sized(512, 0)
    #expect(Self.size(720, 576, aspect: (64, 45), wish: wish) == [512, 288])
  }

  @Test func turnedPicturesSwapTheirSides() {
    var wish = ImageRequest()
    #expect(Self.size(1920, 1080, rotation: 90, wish: wish) == [1920, 1080])
    wish.isUpright = true
    #expect(Self.size(1920, 1080, rotation: 90, wish: wish) == [1080, 1920])
    #expect(Self.size(1920, 1080, rotation: 180, wish: wish) == [1920, 1080])
    wish.maximumSize = CGSize(width: 100, height: 0)
    #expect(Self.size(720, 576, aspect: (64, 45), rotation: 270, wish: wish) == [100, 178])
  }

  /// A damaged header must not cause a huge allocation.
  @Test func absurdShapes() {
    let size = Self.size(16_000, 100, aspect: (.max, 1))
    #expect(size[0] <= 65_535 && size[1] >= 1)
  }
}
