import Foundation
import QuartzCore
import Testing

@Suite("Animations along paths")
struct PathTests {
  private func values(
    _ path: CGPath, at times: [Double], _ change: (CAKeyframeAnimation) -> Void = { _ in }
  ) -> [LayerValues] {
    onManualClock { _ in
      let layer = CALayer()
      layer.position = CGPoint(x: -1, y: -1)
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.path = path
      animation.duration = 4
      change(animation)
      layer.add(animation, forKey: nil)
      return times.map { layer.presentedValues(at: layer.localTime(at: 100 + $0)) }
    }
  }

  /// 30 to the right, then 10 down.
  private var corner: CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 30, y: 0), CGPoint(x: 30, y: 10)])
    return path
  }

  @Test("each segment takes equal time, or its key time, or its length")
  func times() {
    let even = values(corner, at: [0, 1, 2, 3]).map(\.position)
    #expect(
      zip(even, [CGPoint(x: 0, y: 0), .init(x: 15, y: 0), .init(x: 30, y: 0), .init(x: 30, y: 5)]).allSatisfy(isNear))
    let keyed = values(corner, at: [1, 3]) { $0.keyTimes = [0, 0.25, 1] }.map(\.position)
    #expect(isNear(keyed[0], CGPoint(x: 30, y: 0)) && isNear(keyed[1], CGPoint(x: 30, y: 20 / 3.0)))
    let paced = values(corner, at: [1, 3]) { $0.calculationMode = .paced }.map(\.position)
    #expect(isNear(paced[0], CGPoint(x: 10, y: 0)) && isNear(paced[1], CGPoint(x: 30, y: 0)))
  }

  @Test("a layer rotates along the path")
  func rotatesAlongPath() {
    let shown = values(corner, at: [1, 3]) { $0.rotationMode = .rotateAuto }
    #expect(isNear(shown[0].transform.m11, 1) && isNear(shown[1].transform.m12, 1))
    let back = values(corner, at: [1]) { $0.rotationMode = .rotateAutoReverse }
    #expect(isNear(back[0].transform.m11, -1))
  }

  @Test("around a circle every point is at equal distance, and even time is even arc length")
  func circle() {
    let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 200, height: 200), transform: nil)
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 200, height: 200))
    let places = values(path, at: Array(stride(from: 0, to: 4, by: 0.25))) { $0.calculationMode = .paced }
      .map(\.position)
    for (index, place) in places.enumerated() {
      // Four curves of Bézier are within 0.03 % of a circle.
      #expect(abs(hypot(place.x - 100, place.y - 100) - 100) < 0.03)
      let angle = atan2(place.y - 100, place.x - 100)
      let expected = Double(index) * 2 * .pi / 16
      #expect(abs(remainder(angle - expected, 2 * .pi)) < 0.002, "point \(index)")
    }
  }

  @Test("a quadratic curve passes its midpoint")
  func quadratic() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 40, y: 0), control: CGPoint(x: 20, y: 40))
    #expect(isNear(values(path, at: [2])[0].position, CGPoint(x: 20, y: 20)))
    path.closeSubpath()
    #expect(path.currentPoint == .zero)
    #expect(isNear(values(path, at: [3])[0].position, CGPoint(x: 20, y: 0)))
  }

  @Test("empty paths and non-point properties change nothing")
  func nothing() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 5, y: 5))
    path.move(to: CGPoint(x: Double.nan, y: 0))
    path.closeSubpath()
    #expect(path.isEmpty && path.boundingBox.isNull)
    #expect(values(path, at: [1])[0].position == CGPoint(x: -1, y: -1))
    #expect(values(corner, at: [1]) { $0.keyPath = "opacity" }[0].opacity == 1)
    let standing = CGMutablePath()
    standing.addLines(between: [.zero, .zero])
    #expect(values(standing, at: [1]) { $0.calculationMode = .paced }[0].position == .zero)
  }
}
