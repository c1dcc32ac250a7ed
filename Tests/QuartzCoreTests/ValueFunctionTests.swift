import QuartzCore
import Testing

@Suite("Animations of transforms by numbers")
struct ValueFunctionTests {
  /// The presented transform of a layer some seconds after the clock's start.
  private func transform(
    _ name: CAValueFunctionName, from: Any?, to: Any?, at seconds: Double,
    change: (CABasicAnimation, CALayer) -> Void = { _, _ in }
  ) -> CATransform3D {
    onManualClock { _ in
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: name)
      (animation.fromValue, animation.toValue) = (from, to)
      animation.duration = 4
      change(animation, layer)
      layer.add(animation, forKey: nil)
      return layer.presentedValues(at: layer.localTime(at: 100 + seconds)).transform
    }
  }

  private func isClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    zip(a.rows, b.rows).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test("a rotation by a full turn passes all angles")
  func fullTurn() {
    for (name, axis): (CAValueFunctionName, [CGFloat]) in [
      (.rotateX, [1, 0, 0]), (.rotateY, [0, 1, 0]), (.rotateZ, [0, 0, 1]),
    ] {
      for quarter in 0..<4 {
        let found = transform(name, from: 0, to: 2 * Double.pi, at: Double(quarter))
        let angle = CGFloat(quarter) * .pi / 2
        #expect(isClose(found, CATransform3DMakeRotation(angle, axis[0], axis[1], axis[2])))
      }
    }
  }

  @Test("scales and translations by one and by three numbers")
  func scalesAndTranslations() {
    #expect(transform(.scaleX, from: 1, to: 3, at: 2) == CATransform3DMakeScale(2, 1, 1))
    #expect(transform(.scaleY, from: 1, to: 3, at: 2) == CATransform3DMakeScale(1, 2, 1))
    #expect(transform(.scaleZ, from: 1, to: 3, at: 2) == CATransform3DMakeScale(1, 1, 2))
    #expect(transform(.translateX, from: 0, to: 8, at: 1) == CATransform3DMakeTranslation(2, 0, 0))
    #expect(transform(.translateY, from: 0, to: 8, at: 1) == CATransform3DMakeTranslation(0, 2, 0))
    #expect(transform(.translateZ, from: 0, to: 8, at: 1) == CATransform3DMakeTranslation(0, 0, 2))
    let factors = transform(.scale, from: [1, 1, 1], to: [3.0, 5, 7], at: 2)
    #expect(factors == CATransform3DMakeScale(2, 3, 4))
    let distances = transform(
      .translate, from: [0, 0, 0] as [NSNumber], to: [4, 8, 12] as [NSNumber], at: 1)
    #expect(distances == CATransform3DMakeTranslation(1, 2, 3))
  }

  @Test("a missing value is the layer's present one")
  func missingValues() {
    let found = transform(.translateX, from: nil, to: 10, at: 2) { _, layer in
      layer.transform = CATransform3DMakeTranslation(4, 0, 0)
    }
    #expect(found == CATransform3DMakeTranslation(7, 0, 0))
  }

  @Test("additive and cumulative rotations are concatenated")
  func additions() {
    let added = transform(.rotateZ, from: 0, to: 1.0, at: 2) { animation, layer in
      animation.isAdditive = true
      layer.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    }
    #expect(isClose(added, CATransform3DMakeRotation(1.5, 0, 0, 1)))
    let second = transform(.rotateZ, from: 0, to: 1.0, at: 6) { animation, _ in
      animation.isCumulative = true
      animation.repeatCount = 2
    }
    #expect(isClose(second, CATransform3DMakeRotation(1.5, 0, 0, 1)))
  }

  @Test("values of other types and counts, and unknown functions, have no effect")
  func badValues() {
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "skew")) == nil)
    #expect(CAValueFunction(name: .rotateY)?.name == .rotateY)
    #expect(transform(.scale, from: [1, 1], to: [2, 2], at: 2) == CATransform3DIdentity)
    #expect(transform(.rotateZ, from: CATransform3DIdentity, to: "a", at: 2) == CATransform3DIdentity)
    #expect(transform(.scaleX, from: Double.nan, to: Double.infinity, at: 2) == CATransform3DIdentity)
  }

  @Test("keyframes are numbers too, and a function of another property is ignored")
  func keyframes() {
    onManualClock { _ in
      let layer = CALayer()
      let animation = CAKeyframeAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: .translateX)
      animation.values = [0, 10, 0]
      animation.duration = 4
      layer.add(animation, forKey: nil)
      let shown = { layer.presentedValues(at: layer.localTime(at: 100 + $0)).transform.m41 }
      #expect([0, 1, 2, 3].map(shown) == [0, 5, 10, 5])
      let opacity = CABasicAnimation(keyPath: "opacity")
      opacity.valueFunction = CAValueFunction(name: .rotateZ)
      (opacity.fromValue, opacity.toValue) = (0, 1)
      opacity.duration = 4
      layer.add(opacity, forKey: nil)
      #expect(layer.presentedValues(at: layer.localTime(at: 101)).opacity == 0.25)
    }
  }
}
