import QuartzCore
import Testing

@Suite("Layer timing")
struct TimingTests {
  @Test("local time is (parent − begin) · speed + offset, between layers")
  func convert() {
    onManualClock { clock in
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      root.beginTime = 90
      root.speed = 2
      child.timeOffset = 5
      child.speed = 0.5
      #expect(root.convertTime(clock.now, from: nil) == 20)
      #expect(child.convertTime(clock.now, from: nil) == 15)
      #expect(child.convertTime(20, from: root) == 15)
      #expect(child.convertTime(15, to: root) == 20)
      #expect(child.convertTime(15, to: nil) == 100)
    }
  }

  @Test("pausing and resuming a layer as in Apple's technical note QA1673")
  func pauseAndResume() {
    onManualClock { clock in
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 10)
      layer.add(animation, forKey: "x")
      clock.move(to: 3)
      let paused = layer.convertTime(CACurrentMediaTime(), from: nil)
      (layer.speed, layer.timeOffset) = (0, paused)
      clock.move(to: 50)
      #expect(layer.presentation()?.position.x == 3)
      #expect(layer.animation(forKey: "x") != nil)
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
      layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
      clock.move(to: 52)
      #expect(layer.presentation()?.position.x == 5)
      clock.move(to: 58)
      #expect(layer.animation(forKey: "x") == nil)
    }
  }

  private final class Listener: NSObject, CAAnimationDelegate {
    var lines: [String] = []
    func animationDidStart(_ anim: CAAnimation) { lines.append("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("stop \(flag)") }
  }

  @Test("the delegate is notified of the start and of the end, and whether it finished")
  func delegate() {
    onManualClock { clock in
      let (layer, listener) = (CALayer(), Listener())
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.delegate = listener
      animation.duration = 2
      animation.beginTime = 101
      layer.add(animation, forKey: "fade")
      clock.move(to: 0.5)
      #expect(listener.lines == [])
      clock.move(to: 1.5)
      #expect(listener.lines == ["start"] && layer.animationKeys() == ["fade"])
      clock.move(to: 3)
      #expect(listener.lines == ["start", "stop true"] && layer.animationKeys() == nil)
      layer.add(animation, forKey: "fade")
      layer.removeAnimation(forKey: "fade")
      clock.move(to: 4)
      #expect(listener.lines.suffix(1) == ["stop false"] || listener.lines.contains("stop false"))
    }
  }

  @Test("an added animation is copied")
  func copies() {
    onManualClock { _ in
      let layer = CALayer()
      let animation = CAKeyframeAnimation(keyPath: "opacity")
      animation.values = [0, 1]
      animation.duration = 3
      layer.add(animation, forKey: "a")
      animation.values = [5]
      let group = CAAnimationGroup()
      group.animations = [animation]
      layer.add(group, forKey: "b")
      animation.keyPath = "position.x"
      let added = layer.animation(forKey: "a") as? CAKeyframeAnimation
      #expect(added !== animation && added?.values?.count == 2 && added?.keyPath == "opacity")
      let inner = (layer.animation(forKey: "b") as? CAAnimationGroup)?.animations?.first as? CAKeyframeAnimation
      #expect(inner?.keyPath == "opacity" && inner?.duration == 3)
      #expect(layer.animation(forKey: "c") == nil && layer.animationKeys() == ["a", "b"])
    }
  }
}

@Suite("Transactions")
struct TransactionTests {
  private func shownLayer() -> CALayer {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 1, height: 1)
    _ = layer.node(at: 100)
    return layer
  }

  @Test("a visible layer animates changes for a quarter of a second; a new one does not")
  func implicit() {
    onManualClock { clock in
      let fresh = CALayer()
      fresh.opacity = 0
      #expect(fresh.animationKeys() == nil)
      let layer = shownLayer()
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.opacity = 0
      layer.frame = CGRect(x: 4, y: 4, width: 2, height: 2)
      #expect(layer.opacity == 0 && layer.animationKeys() == ["opacity", "bounds", "position"])
      clock.move(to: 0.125)
      #expect(layer.presentation()?.opacity == 0.5)
      #expect(layer.presentation()?.model() === layer)
      #expect(layer.presentation()?.frame == CGRect(x: 1.75, y: 1.75, width: 1.5, height: 1.5))
      // Changed during its animation: from its current value.
      layer.opacity = 1
      clock.move(to: 0.25)
      #expect(layer.presentation()?.opacity == 0.75)
      clock.move(to: 1)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("duration, timing function and disabled actions apply within their transaction")
  func settings() {
    onManualClock { _ in
      let layer = shownLayer()
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      layer.opacity = 0.5
      CATransaction.begin()
      #expect(CATransaction.animationDuration() == 3)
      CATransaction.setDisableActions(true)
      layer.position.x = 5
      CATransaction.commit()
      #expect(!CATransaction.disableActions())
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
      #expect(layer.animationKeys() == ["opacity"] && layer.animation(forKey: "opacity")?.duration == 3)
      CATransaction.setValue(true, forKey: kCATransactionDisableActions)
      CATransaction.setValue(7, forKey: kCATransactionAnimationDuration)
      CATransaction.setValue("mine", forKey: "own")
      #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 7)
      #expect(CATransaction.value(forKey: "own") as? String == "mine")
      CATransaction.setAnimationDuration(.nan)
      #expect(CATransaction.animationDuration() == 0)
    }
  }

  @Test("the completion block is called once, when the last animation of the transaction ends or is removed")
  func completion() {
    onManualClock { clock in
      let layer = shownLayer()
      nonisolated(unsafe) var eventLog: [String] = []
      CATransaction.begin()
      CATransaction.setCompletionBlock { eventLog.append("both") }
      layer.opacity = 0.5
      CATransaction.setAnimationDuration(2)
      layer.position.x = 5
      CATransaction.commit()
      CATransaction.begin()
      CATransaction.setCompletionBlock { eventLog.append("none") }
      CATransaction.commit()
      clock.move(to: 0.1)
      #expect(eventLog == ["none"])
      clock.move(to: 1.9)
      #expect(eventLog == ["none"])
      clock.move(to: 2)
      #expect(eventLog == ["none", "both"])
      CATransaction.begin()
      CATransaction.setCompletionBlock { eventLog.append("removed") }
      layer.opacity = 1
      CATransaction.commit()
      layer.removeAllAnimations()
      clock.move(to: 2.05)
      #expect(eventLog == ["none", "both", "removed"])
    }
  }

  private final class Chooser: NSObject, CALayerDelegate {
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      switch event {
      case "opacity": return NSNull()
      case "position":
        let animation = CABasicAnimation(keyPath: "position")
        animation.duration = 9
        return animation
      default: return nil
      }
    }
  }

  @Test("the delegate, then the actions, then the class provide an action")
  func actions() {
    onManualClock { _ in
      let (layer, chooser) = (shownLayer(), Chooser())
      layer.delegate = chooser
      layer.actions = ["position": NSNull(), "cornerRadius": NSNull()]
      layer.opacity = 0
      layer.position.x = 3
      layer.cornerRadius = 2
      layer.borderWidth = 2
      #expect(layer.animationKeys() == ["position", "borderWidth"])
      #expect(layer.animation(forKey: "position")?.duration == 9)
    }
  }
}
