import Testing

@testable import AVKit

@Suite("Position of the video")
struct VideoGeometryTests {
  @Test("A wide frame in a square area has equal black bars above and below")
  func letterbox() {
    let place = VideoGeometry.place(display: (1920, 1080), width: 600, height: 600, gravity: .fit)
    // 600 × 1080 / 1920 = 337.5
    #expect(place == PixelRectangle(x: 0, y: 131, width: 600, height: 338))
  }

  @Test("A tall frame fits by its height")
  func pillarbox() {
    #expect(
      VideoGeometry.place(display: (1080, 1920), width: 1280, height: 720, gravity: .fit)
        == PixelRectangle(x: 437, y: 0, width: 405, height: 720))
  }

  @Test(
    "At scale factor 2, positions and sizes are whole units, and the aspect ratio is within one unit")
  func grain() {
    let place = VideoGeometry.place(display: (1920, 1080), width: 1002, height: 600, gravity: .fit, grain: 2)
    // 501 × 1080 / 1920 = 281.8 units in 300, so 9 of them above
    #expect(place == PixelRectangle(x: 0, y: 18, width: 1002, height: 564))
  }

  @Test("Filling exceeds the area on one axis only")
  func fill() {
    #expect(
      VideoGeometry.place(display: (4, 3), width: 800, height: 400, gravity: .fill)
        == PixelRectangle(x: 0, y: -100, width: 800, height: 600))
  }

  @Test("Stretching fills the area")
  func stretch() {
    #expect(
      VideoGeometry.place(display: (4, 3), width: 801, height: 17, gravity: .stretch)
        == PixelRectangle(x: 0, y: 0, width: 801, height: 17))
  }

  @Test("A length within one pixel of the area's fills it", arguments: [852, 853, 854])
  func roundedSizes(width: Int) {
    let place = VideoGeometry.place(display: (853, 480), width: width, height: 480, gravity: .fit)
    #expect(place.width == width)
    #expect(place.height >= 479)
  }

  @Test("An empty video has no position", arguments: [(0.0, 9.0, 10, 10), (16.0, 9.0, 0, 10), (16.0, 9.0, 10, 0)])
  func nothing(width: Double, height: Double, areaWidth: Int, areaHeight: Int) {
    #expect(
      VideoGeometry.place(display: (width, height), width: areaWidth, height: areaHeight, gravity: .fit).isEmpty)
  }

  @Test("Frame and margins cover the area once", arguments: [VideoGravity.fit, .fill, .stretch])
  func margins(gravity: VideoGravity) {
    for (width, height) in [(640, 360), (601, 333), (333, 601), (1, 1), (50, 7)] {
      let place = VideoGeometry.place(display: (16, 9), width: width, height: height, gravity: gravity)
      let margins = VideoGeometry.margins(around: place, width: width, height: height)
      var counts = [Int](repeating: 0, count: width * height)
      for rectangle in margins + [place] {
        for y in max(0, rectangle.y)..<min(height, rectangle.y + rectangle.height) {
          for x in max(0, rectangle.x)..<min(width, rectangle.x + rectangle.width) { counts[y * width + x] += 1 }
        }
      }
      #expect(counts.allSatisfy { $0 == 1 }, "\(width) × \(height)")
    }
  }
}
