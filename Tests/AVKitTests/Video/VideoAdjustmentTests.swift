import CPlayheadFFmpeg
import PlayheadMedia
import Testing

@testable import AVKit
@testable import PlayheadFFmpeg

@Suite struct VideoAdjustmentTests {
  /// A frame without pixels, of 720 × 576 stored samples.
  private func frame(_ transform: DisplayTransform) -> VideoFrame {
    guard let raw = av_frame_alloc() else { fatalError("no memory") }
    (raw.pointee.width, raw.pointee.height) = (720, 576)
    return VideoFrame(taking: raw, presentationTime: .zero, duration: .zero, transform: transform)
  }

  /// The adjustment after commands.
  private func adjustment(_ commands: VideoCommand...) -> VideoAdjustment {
    var adjustment = VideoAdjustment.none
    for command in commands { adjustment.apply(command) }
    return adjustment
  }

  /// The place of a point after a display transform, in a square from -1 to 1 with y downwards: mirrored, then rotated
  /// clockwise.
  private func place(_ x: Int, _ y: Int, _ transform: DisplayTransform) -> [Int] {
    let start = [transform.isMirrored ? -x : x, y]
    return (0..<transform.rotation / 90).reduce(start) { point, _ in [-point[1], point[0]] }
  }

  @Test func orientationIsThatOfTheFileThenMirroredThenRotated() {
    for file in [0, 90, 180, 270] {
      for isMirroredInFile in [false, true] {
        for turns in 0..<4 {
          for mirrors in [false, true] {
            var adjustment = VideoAdjustment.none
            for _ in 0..<turns { adjustment.apply(.rotate) }
            if mirrors { adjustment.apply(.mirror) }
            let stored = DisplayTransform(rotation: file, isMirrored: isMirroredInFile)
            let upright = place(1, 1, stored)
            let expected = place(
              upright[0], upright[1], DisplayTransform(rotation: turns * 90, isMirrored: mirrors))
            let shown = adjustment.apply(to: frame(stored))
            #expect(place(1, 1, shown.transform) == expected, "\(stored) \(adjustment)")
          }
        }
      }
    }
  }

  /// The aspect ratios are mpv's, in its order.
  @Test func aspectRatiosFollowEachOther() {
    var adjustment = VideoAdjustment.none
    var ratios: [Double] = []
    for _ in 0..<5 {
      adjustment.apply(.cycleAspect)
      let size = adjustment.apply(to: frame(.identity)).displaySize
      ratios.append((size.width / size.height * 1000).rounded() / 1000)
    }
    #expect(ratios == [1.778, 1.333, 2.35, 1, 1.25])
  }

  @Test func zoomHasLimitsAndResetRestoresAll() {
    var adjustment = VideoAdjustment.none
    for _ in 0..<10 { adjustment.apply(.zoom(0.1)) }
    #expect(adjustment.scale == 2)
    for _ in 0..<10 { adjustment.apply(.zoom(4)) }
    #expect(adjustment.zoom == 1.5)
    adjustment.apply(.rotate)
    adjustment.apply(.reset)
    #expect(adjustment == .none)
  }

  @Test func unchangedFrameIsShared() {
    let original = frame(.identity)
    #expect(adjustment(.zoom(1)).apply(to: original) === original)
    #expect(adjustment(.mirror, .mirror).apply(to: original) === original)
  }

  @Test func zoomedVideoStaysCentered() {
    let place = VideoGeometry.place(display: (16, 9), width: 640, height: 360, gravity: .fit, zoom: 2)
    #expect(place == PixelRectangle(x: -320, y: -180, width: 1280, height: 720))
    let small = VideoGeometry.place(display: (16, 9), width: 640, height: 360, gravity: .stretch, zoom: 0.5)
    #expect(small == PixelRectangle(x: 160, y: 90, width: 320, height: 180))
  }
}
