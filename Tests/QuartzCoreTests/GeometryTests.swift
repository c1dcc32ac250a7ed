import QuartzCore
import Testing

@Suite("Layer geometry")
struct GeometryTests {
  @Test("a new layer has Apple's defaults")
  func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.opacity == 1 && !layer.isHidden && !layer.masksToBounds && layer.sublayers == nil)
    #expect(layer.contentsGravity == .resize && layer.contentsScale == 1)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.speed == 1 && layer.beginTime == 0 && layer.timeOffset == 0 && layer.duration == .infinity)
    #expect(layer.borderColor == .black && layer.borderWidth == 0 && layer.backgroundColor == nil)
  }

  @Test("frame, bounds, position and anchor point are consistent")
  func frame() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 40)
    #expect(layer.position == CGPoint(x: 60, y: 40))
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 40))
    layer.anchorPoint = CGPoint(x: 0, y: 1)
    #expect(layer.frame == CGRect(x: 60, y: 0, width: 100, height: 40))
    layer.bounds.origin = CGPoint(x: 500, y: 500)
    #expect(layer.frame == CGRect(x: 60, y: 0, width: 100, height: 40), "scrolling moves the contents")
  }

  @Test("a rotated layer's frame is its bounding box, and setting it keeps the rotation")
  func rotatedFrame() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.position = CGPoint(x: 200, y: 200)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(isNear(layer.frame, CGRect(x: 180, y: 150, width: 40, height: 100)))
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 60)
    #expect(isNear(layer.bounds, CGRect(x: 0, y: 0, width: 60, height: 20)))
    #expect(isNear(layer.position, CGPoint(x: 10, y: 30)))
  }

  @Test("points convert between layers")
  func convert() {
    let (root, child, grandchild) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    child.frame = CGRect(x: 100, y: 50, width: 200, height: 100)
    grandchild.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    root.addSublayer(child)
    child.addSublayer(grandchild)
    #expect(grandchild.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 111, y: 62))
    #expect(root.convert(CGPoint(x: 1, y: 2), from: grandchild) == CGPoint(x: 111, y: 62))
    #expect(grandchild.convert(CGPoint(x: 111, y: 62), from: root) == CGPoint(x: 1, y: 2))
    child.bounds.origin = CGPoint(x: 5, y: 0)
    #expect(grandchild.convert(CGPoint.zero, to: root) == CGPoint(x: 105, y: 60))
    // Twice as large around its middle (200, 100): points 100 to the left are now 200 to the left.
    child.bounds.origin = .zero
    child.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 0, y: 0))
    #expect(
      child.convert(CGRect(x: 0, y: 0, width: 10, height: 10), to: nil) == CGRect(x: 0, y: 0, width: 20, height: 20))
  }

  @Test("geometryFlipped counts sublayers from below")
  func flipped() {
    let (root, child) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.isGeometryFlipped = true
    child.frame = CGRect(x: 0, y: 10, width: 10, height: 20)
    root.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 0, y: 90))
  }

  @Test("perspective: halfway to the eye is twice as large")
  func perspective() {
    let (root, child) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    root.sublayerTransform.m34 = -1.0 / 1000
    child.frame = CGRect(x: 90, y: 100, width: 20, height: 20)
    child.zPosition = 500
    root.addSublayer(child)
    // Around the middle (100, 100): corners at (-10, 0) and (10, 20) go to (-20, 0) and (20, 40).
    #expect(isNear(child.convert(child.bounds, to: root), CGRect(x: 80, y: 100, width: 40, height: 40)))
    let back = child.convert(CGPoint(x: 120, y: 140), from: root)
    #expect(isNear(back, CGPoint(x: 20, y: 20)))
  }

  @Test("the front layer is hit; hidden and clipped ones are not")
  func hitTest() {
    let (root, back, front) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    back.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
    front.frame = CGRect(x: 40, y: 40, width: 200, height: 200)
    root.sublayers = [back, front]
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === front)
    #expect(root.hitTest(CGPoint(x: 10, y: 10)) === back)
    #expect(root.hitTest(CGPoint(x: 90, y: 10)) === root)
    #expect(root.hitTest(CGPoint(x: 150, y: 150)) === front, "outside of the root, which does not mask")
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 150, y: 150)) == nil)
    back.zPosition = 1
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === back)
    back.isHidden = true
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === front)
    #expect(root.contains(CGPoint(x: 0, y: 0)) && !root.contains(CGPoint(x: 100, y: 0)))
  }

  @Test("a layer follows its superlayer's size by its mask")
  func autoresizing() {
    let (root, fills, sticks) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    fills.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
    fills.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    sticks.frame = CGRect(x: 80, y: 80, width: 10, height: 10)
    sticks.autoresizingMask = [.layerMinXMargin, .layerMinYMargin]
    root.sublayers = [fills, sticks]
    root.bounds.size = CGSize(width: 300, height: 150)
    #expect(fills.frame == CGRect(x: 10, y: 10, width: 280, height: 130))
    #expect(sticks.frame == CGRect(x: 280, y: 130, width: 10, height: 10))
  }

  nonisolated static let gravities: [(CALayerContentsGravity, CGRect)] = [
    // Contents of 40 × 20 points in bounds of 100 × 100 at (10, 0).
    (.resize, CGRect(x: 10, y: 0, width: 100, height: 100)),
    (.resizeAspect, CGRect(x: 10, y: 25, width: 100, height: 50)),
    (.resizeAspectFill, CGRect(x: -40, y: 0, width: 200, height: 100)),
    (.center, CGRect(x: 40, y: 40, width: 40, height: 20)),
    (.top, CGRect(x: 40, y: 0, width: 40, height: 20)),
    (.bottom, CGRect(x: 40, y: 80, width: 40, height: 20)),
    (.left, CGRect(x: 10, y: 40, width: 40, height: 20)),
    (.right, CGRect(x: 70, y: 40, width: 40, height: 20)),
    (.topLeft, CGRect(x: 10, y: 0, width: 40, height: 20)),
    (.topRight, CGRect(x: 70, y: 0, width: 40, height: 20)),
    (.bottomLeft, CGRect(x: 10, y: 80, width: 40, height: 20)),
    (.bottomRight, CGRect(x: 70, y: 80, width: 40, height: 20)),
  ]

  @Test("each gravity has its position", arguments: gravities)
  func gravity(gravity: CALayerContentsGravity, place: CGRect) {
    let bounds = CGRect(x: 10, y: 0, width: 100, height: 100)
    #expect(gravity.place(CGSize(width: 40, height: 20), in: bounds) == place)
  }
}
