import PlayheadMedia
import Testing

@Suite struct PixelAspectTests {
  @Test(
    "reduces pixel aspect",
    arguments: [(40, 33, 40, 33), (1280, 1080, 32, 27), (2, 2, 1, 1), (0, 1, 1, 1), (Int32.max, Int32.max, 1, 1)]
      as [(Int32, Int32, Int32, Int32)])
  func reducesPixelAspect(horizontal: Int32, vertical: Int32, reduced: Int32, other: Int32) {
    let aspect = PixelAspect(horizontal: horizontal, vertical: vertical)
    #expect(aspect.horizontal == reduced && aspect.vertical == other)
  }
}
