import QuartzCore
import Testing

@Suite("Animations at given times")
struct AnimationTests {
  /// The presented values of a layer some seconds after the clock's start.
  private func shown(_ layer: CALayer, at seconds: Double) -> LayerValues {
    layer.presentedValues(at: layer.localTime(at: 100 + seconds))
  }

  private func basic(_ path: String, _ from: Any?, _ to: Any?, duration: Double = 2) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue) = (from, to)
    animation.duration = duration
    return animation
  }

  @Test("from, to and by in all combinations")
  func fromToBy() {
    onManualClock { _ in
      let layer = CALayer()
      layer.position.x = 10
      func middle(_ from: Any?, _ to: Any?, _ by: Any?) -> Double {
        let animation = basic("position.x", from, to)
        animation.byValue = by
        layer.add(animation, forKey: "x")
        return shown(layer, at: 1).position.x
      }
      #expect(middle(20.0, 40, nil) == 30)
      #expect(middle(20.0, nil, CGFloat(40)) == 40)
      #expect(middle(nil, NSNumber(value: 40), Float(20)) == 30)
      #expect(middle(30, nil, nil) == 20)
      #expect(middle(nil, 30, nil) == 20)
      #expect(middle(nil, nil, 30) == 25)
      #expect(middle(nil, nil, nil) == 10)
      #expect(middle("a", "b", nil) == 10, "a non-numeric value has no effect")
      #expect(middle(Double.nan, 30, nil) == 20)
    }
  }

  @Test("an animation has no effect before its start and after its end, unless it fills")
  func fill() {
    for (mode, before, after): (CAMediaTimingFillMode, Double, Double) in [
      (.removed, 0.25, 0.25), (.backwards, 0.5, 0.25), (.forwards, 0.25, 1), (.both, 0.5, 1),
    ] {
      onManualClock { _ in
        let layer = CALayer()
        layer.opacity = 0.25
        let animation = basic("opacity", 0.5, 1)
        animation.beginTime = 101
        animation.fillMode = mode
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: nil)
        #expect(Double(shown(layer, at: 0.5).opacity) == before)
        #expect(Double(shown(layer, at: 1).opacity) == 0.5)
        #expect(Double(shown(layer, at: 2).opacity) == 0.75)
        #expect(Double(shown(layer, at: 3).opacity) == after)
        #expect(Double(shown(layer, at: 9).opacity) == after)
      }
    }
  }

  @Test("repeat, autoreverse, cumulative, speed, time offset")
  func repeats() {
    func values(_ change: (CABasicAnimation) -> Void) -> [Double] {
      let layer = CALayer()
      let animation = basic("position.x", 0, 10, duration: 1)
      animation.fillMode = .forwards
      animation.isRemovedOnCompletion = false
      change(animation)
      layer.add(animation, forKey: nil)
      return [0, 0.5, 1, 1.5, 2, 2.25, 2.5, 4].map { shown(layer, at: $0).position.x }
    }
    onManualClock { _ in
      #expect(values { _ in } == [0, 5, 10, 10, 10, 10, 10, 10])
      #expect(values { $0.repeatCount = 2.5 } == [0, 5, 0, 5, 0, 2.5, 5, 5])
      #expect(values { $0.repeatCount = 2 } == [0, 5, 0, 5, 10, 10, 10, 10])
      #expect(values { $0.repeatDuration = 2.25 } == [0, 5, 0, 5, 0, 2.5, 2.5, 2.5])
      #expect(values { $0.autoreverses = true } == [0, 5, 10, 5, 0, 0, 0, 0])
      #expect(
        values {
          $0.autoreverses = true
          $0.repeatCount = .infinity
        } == [0, 5, 10, 5, 0, 2.5, 5, 0])
      #expect(
        values {
          $0.isCumulative = true
          $0.repeatCount = 3
        } == [0, 5, 10, 15, 20, 22.5, 25, 30])
      #expect(values { $0.speed = 0.5 } == [0, 2.5, 5, 7.5, 10, 10, 10, 10])
      #expect(values { $0.timeOffset = 0.5 } == [5, 10, 10, 10, 10, 10, 10, 10])
      #expect(values { $0.speed = 0 } == [0, 0, 0, 0, 0, 0, 0, 0])
    }
  }

  @Test("zero, infinite and non-numeric durations are handled")
  func oddDurations() {
    onManualClock { _ in
      for (duration, expected): (Double, Double) in [(.infinity, 0), (.nan, 10), (-1, 10), (0, 10)] {
        CATransaction.setAnimationDuration(0)
        let layer = CALayer()
        let animation = basic("position.x", 0, 10, duration: duration)
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: "x")
        #expect(Double(shown(layer, at: 1).position.x) == expected, "duration \(duration)")
      }
      for change: (CABasicAnimation) -> Void in [
        { $0.repeatCount = .nan }, { $0.repeatDuration = .nan }, { $0.beginTime = .nan }, { $0.beginTime = .infinity },
        { $0.timeOffset = .infinity }, { $0.speed = .nan }, { $0.repeatCount = -1 }, { $0.repeatDuration = .infinity },
        { $0.speed = .infinity },
      ] {
        let layer = CALayer()
        let animation = basic("position.x", 0, 10)
        change(animation)
        layer.add(animation, forKey: "x")
        #expect((0...10).contains(shown(layer, at: 1).position.x))
        _ = layer.node(at: 105)
        layer.removeAllAnimations()
      }
      let layer = CALayer()
      layer.speed = .nan
      layer.beginTime = .nan
      layer.add(basic("position.x", 0, 10), forKey: "x")
      #expect(shown(layer, at: 1).position.x == 0)
    }
  }

  @Test("Bézier timing functions: values solved by hand for a quarter, half and three quarters")
  func bezierTimingFunctions() {
    // Computed with Python's decimal module: solve x(u) = t by bisection, then y(u).
    for (name, expected): (CAMediaTimingFunctionName, [Double]) in [
      (.linear, [0.25, 0.5, 0.75]),
      (.easeIn, [0.0934646540, 0.3153568188, 0.6218618746]),
      (.easeOut, [0.3781381378, 0.6846431953, 0.9065353535]),
      (.easeInEaseOut, [0.1291619388, 0.5000000193, 0.8708380778]),
      (.default, [0.4085105920, 0.8024033879, 0.9604589784]),
    ] {
      onManualClock { _ in
        let layer = CALayer()
        let animation = basic("position.x", 0, 1, duration: 1)
        animation.timingFunction = CAMediaTimingFunction(name: name)
        layer.add(animation, forKey: nil)
        for (time, value) in zip([0.25, 0.5, 0.75], expected) {
          #expect(isNear(shown(layer, at: time).position.x, value, 1e-6), "\(name.rawValue) at \(time)")
        }
      }
    }
    var point: [Float] = [0, 0]
    CAMediaTimingFunction(name: .default).getControlPoint(at: 1, values: &point)
    #expect(point == [0.25, 0.1])
    CAMediaTimingFunction(name: .easeIn).getControlPoint(at: 3, values: &point)
    #expect(point == [1, 1])
  }

  @Test("keyframe values: even, at key times, discrete, paced, with timing functions")
  func keyframes() {
    func values(_ change: (CAKeyframeAnimation) -> Void) -> [Double] {
      let layer = CALayer()
      let animation = CAKeyframeAnimation(keyPath: "position.x")
      animation.values = [0, 10, 40]
      animation.duration = 4
      change(animation)
      layer.add(animation, forKey: nil)
      return [0, 1, 2, 3, 3.5].map { shown(layer, at: $0).position.x }
    }
    onManualClock { _ in
      #expect(values { _ in } == [0, 5, 10, 25, 32.5])
      #expect(values { $0.keyTimes = [0, 0.25, 1] } == [0, 10, 20, 30, 35])
      #expect(values { $0.keyTimes = [0, 0.75, 0.5] } == [0, 5, 10, 25, 32.5], "times that decrease say nothing")
      #expect(values { $0.calculationMode = .discrete } == [0, 0, 10, 40, 40])
      #expect(
        values {
          $0.calculationMode = .discrete
          $0.keyTimes = [0, 0.25, 0.5, 1]
        } == [0, 10, 40, 40, 40])
      #expect(values { $0.calculationMode = .paced } == [0, 10, 20, 30, 35])
      let paced = values {
        $0.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .linear)]
      }
      #expect(isNear(paced[1], 3.153568188, 1e-6) && paced[3] == 25)
      // Catmull-Rom through 0, 10, 40: halfway between the first two, p(½) = (p0 + p1)/2 + (m0 − m1)/8 with
      // m0 = (10 − 0)/2 = 5 (no value before) and m1 = (40 − 0)/2 = 20.
      let curved = values { $0.calculationMode = .cubic }
      #expect(isNear(curved[1], 5 - 15.0 / 8) && curved[2] == 10)
      #expect(values { $0.values = [] } == [0, 0, 0, 0, 0])
      #expect(values { $0.values = ["a", 3] } == [0, 0, 0, 0, 0])
      #expect(values { $0.values = [7] } == [7, 7, 7, 7, 7])
    }
  }

  @Test("a group runs its animations in its own time and clips them to its duration")
  func group() {
    onManualClock { _ in
      let layer = CALayer()
      let late = basic("opacity", 0, 1, duration: 10)
      late.beginTime = 1
      let group = CAAnimationGroup()
      group.animations = [basic("position.x", 0, 10, duration: 0), late]
      group.duration = 2
      layer.add(group, forKey: "both")
      #expect(shown(layer, at: 1).position.x == 5, "without a duration it takes the group's")
      #expect(shown(layer, at: 0.5).opacity == 1)
      #expect(isNear(Double(shown(layer, at: 1.5).opacity), 0.05, 1e-7))
      #expect(shown(layer, at: 2).opacity == 1 && shown(layer, at: 2).position.x == 0)
    }
  }

  @Test("animations add up in insertion order")
  func additive() {
    onManualClock { _ in
      let layer = CALayer()
      layer.position.x = 100
      layer.add(basic("position.x", 0, 10), forKey: "a")
      let more = basic("position.x", 0, 100)
      more.isAdditive = true
      layer.add(more, forKey: "b")
      #expect(shown(layer, at: 1).position.x == 55)
    }
  }

  @Test("part of a rectangle, a color, a flag, an NSValue")
  func kinds() {
    onManualClock { _ in
      let layer = CALayer()
      layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
      layer.add(basic("bounds.size.width", 3, 13), forKey: nil)
      layer.add(basic("position", NSValue(point: CGPoint(x: 0, y: 0)), CGPoint(x: 4, y: 8)), forKey: nil)
      let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      layer.add(basic("backgroundColor", red, CGColor(red: 0, green: 0, blue: 1, alpha: 1)), forKey: nil)
      layer.add(basic("borderColor", CGColor.clear, CGColor.white), forKey: nil)
      layer.add(basic("hidden", false, true), forKey: nil)
      let middle = shown(layer, at: 1)
      #expect(middle.bounds == CGRect(x: 1, y: 2, width: 8, height: 4))
      #expect(middle.position == CGPoint(x: 2, y: 4))
      #expect(middle.backgroundColor == CGColor(red: 0.5, green: 0, blue: 0.5, alpha: 1))
      #expect(middle.borderColor == CGColor(red: 1, green: 1, blue: 1, alpha: 0.5), "white that fades in is white")
      #expect(middle.isHidden && !shown(layer, at: 0.9).isHidden)
      layer.add(basic("size.of.nothing", 1, 2), forKey: nil)
      layer.add(basic("bounds.size.depth", 1, 2), forKey: nil)
      #expect(shown(layer, at: 1).bounds == middle.bounds)
    }
  }
}
