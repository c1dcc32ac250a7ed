import Foundation
import QuartzCore
import Testing

@Suite("3D transforms")
struct TransformTests {
  private func isNear(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-9) -> Bool {
    zip(a.rows, b.rows).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("a right-angle rotation around each axis maps one axis to the next")
  func rotation() {
    let x = CATransform3DMakeRotation(.pi / 2, 1, 0, 0)
    #expect(isNear(x, CATransform3D(rows: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1])))
    let y = CATransform3DMakeRotation(.pi / 2, 0, 5, 0)
    #expect(isNear(y, CATransform3D(rows: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1])))
    let z = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(isNear(z, CATransform3DMakeAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))))
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
  }

  @Test("translate, scale and rotate apply before the given transform")
  func order() {
    let t = CATransform3DScale(CATransform3DMakeTranslation(10, 20, 0), 2, 3, 1)
    #expect((t.m11, t.m22, t.m41, t.m42) == (2, 3, 10, 20))
    let s = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 1), 10, 20, 0)
    #expect((s.m11, s.m22, s.m41, s.m42) == (2, 3, 20, 60))
    #expect(CATransform3DIsAffine(s) && CATransform3DGetAffineTransform(s).tx == 20)
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
  }

  @Test("the inverse undoes a transform; a singular one stays")
  func inverse() {
    var t = CATransform3DRotate(CATransform3DMakeTranslation(3, 4, 5), 0.7, 1, 2, 3)
    t.m34 = -0.002
    t = CATransform3DScale(t, 2, 0.5, 3)
    #expect(isNear(CATransform3DConcat(t, CATransform3DInvert(t)), CATransform3DIdentity))
    let flat = CATransform3DMakeScale(1, 0, 1)
    #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
  }

  @Test("decomposing and recomposing preserves skew, mirror and perspective")
  func parts() throws {
    var maps = [
      CATransform3DMakeScale(2, -3, 1), CATransform3DMakeRotation(3, 1, 1, 0),
      CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0.3, c: 0.8, d: 2, tx: 5, ty: -7)),
    ]
    var perspective = CATransform3DRotate(CATransform3DMakeTranslation(10, 0, 3), 1.1, 0, 1, 0.2)
    perspective.m34 = -1 / 500
    maps.append(CATransform3DScale(perspective, 1, 2, 3))
    for map in maps { #expect(isNear(try #require(TransformParts(map)?.transform), map)) }
    #expect(TransformParts(CATransform3DMakeScale(0, 1, 1)) == nil)
  }

  @Test("halfway to a quarter rotation is an eighth, by the shorter path")
  func halfway() {
    onManualClock { _ in
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "transform")
      animation.fromValue = NSValue(caTransform3D: CATransform3DIdentity)
      animation.toValue = CATransform3DTranslate(CATransform3DMakeRotation(.pi / 2, 0, 0, 1), 0, 0, 0)
      animation.duration = 2
      layer.add(animation, forKey: nil)
      #expect(isNear(layer.presentedValues(at: 101).transform, CATransform3DMakeRotation(.pi / 4, 0, 0, 1)))
    }
  }

  @Test("transform key paths: rotations beyond a full circle, a scale of one axis, a translation")
  func keyPaths() {
    onManualClock { _ in
      let layer = CALayer()
      layer.transform = CATransform3DMakeScale(2, 2, 1)
      func add(_ path: String, _ to: Any) {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration) = (0, to, 4)
        layer.add(animation, forKey: path)
      }
      add("transform.rotation.z", 4 * Double.pi)
      // A quarter of two full rotations, a half turn, of a layer twice as large: x goes to −2x.
      let turned = layer.presentedValues(at: 101).transform
      #expect(isNear(turned, CATransform3DRotate(CATransform3DMakeScale(2, 2, 1), .pi, 0, 0, 1)))
      layer.removeAllAnimations()
      layer.transform = CATransform3DMakeRotation(0.5, 1, 2, 3)
      add("transform.translation.x", 8)
      var expected = CATransform3DMakeRotation(0.5, 1, 2, 3)
      expected.m41 = 4
      #expect(isNear(layer.presentedValues(at: 102).transform, expected))
      layer.removeAllAnimations()
      layer.transform = CATransform3DIdentity
      add("transform.scale.y", 1)
      #expect(isNear(layer.presentedValues(at: 102).transform, CATransform3DMakeScale(1, 0.5, 1)))
      add("transform.scale", 3)
      #expect(isNear(layer.presentedValues(at: 102).transform, CATransform3DMakeScale(1.5, 1.5, 1.5)))
    }
  }

  @Test("an NSValue stores a transform; of any other value it reads the identity")
  func storedInNSValue() {
    let t = CATransform3DMakeTranslation(1, 2, 3)
    #expect(NSValue(caTransform3D: t).caTransform3DValue == t)
    #expect(NSValue(caTransform3D: t) == NSValue(caTransform3D: t))
    #expect(NSValue(point: .zero).caTransform3DValue == CATransform3DIdentity)
  }

  @Test("colors of other spaces convert to sRGB")
  func colors() throws {
    func number(_ color: CGColor) -> [Double] {
      let c = color.standardComponents
      return [c.red, c.green, c.blue]
    }
    #expect(number(CGColor(gray: 0.25, alpha: 1)) == [0.25, 0.25, 0.25])
    #expect(CGColor(red: 1, green: 0, blue: 0, alpha: 0.5).components == [1, 0, 0, 0.5])
    // Linear light of one half is 0.7354 in sRGB (IEC 61966-2-1).
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let half = try #require(CGColor(colorSpace: linear, components: [0.5, 0, 1, 1]))
    #expect(abs(number(half)[0] - 0.7353569830524495) < 1e-9 && number(half)[1] == 0 && abs(number(half)[2] - 1) < 1e-9)
    // P3's (0.5, 0.5, 0.5) is the same gray; its red is outside of sRGB.
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let grey = try #require(CGColor(colorSpace: p3, components: [0.5, 0.5, 0.5, 1]))
    #expect(number(grey).allSatisfy { abs($0 - 0.5) < 1e-6 })
    #expect(number(try #require(CGColor(colorSpace: p3, components: [1, 0, 0, 1]))) == [1, 0, 0])
    let pq = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(CGColor(colorSpace: pq, components: [1, 1, 1, 1]) == nil)
    #expect(CGColor(gray: .nan, alpha: .infinity).components == [0, 0])
  }
}
