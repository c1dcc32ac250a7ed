import AVFoundation
import PlayheadClock
import QuartzCore
import Testing

@Suite("§7 synchronized layers")
@MainActor struct SynchronizedLayerTests {
  /// A dot that goes 10 points to the right in each second of the item.
  private struct Overlay {
    let layer: AVSynchronizedLayer
    let dot = CALayer()

    init(_ item: AVPlayerItem?, from: Double = 0, fill: CAMediaTimingFillMode = .both) {
      layer = item.map { AVSynchronizedLayer(playerItem: $0) } ?? AVSynchronizedLayer()
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 200, 20)
      animation.beginTime = from == 0 ? AVCoreAnimationBeginTimeAtZero : from
      animation.isRemovedOnCompletion = false
      animation.fillMode = fill
      dot.position.x = -1
      dot.add(animation, forKey: "move")
      layer.addSublayer(dot)
    }

    /// The position of the dot at the clock's current time.
    func x(_ stage: Stage) -> Double {
      let now = Double(stage.clock.now.nanoseconds) / 1e9
      return dot.presentedValues(at: dot.localTime(at: now)).position.x
    }
  }

  private func stage(hasAudio: Bool = true) -> (Stage, AVPlayerItem) {
    let stage = Stage(hasAudio: hasAudio)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    return (stage, item)
  }

  private func seek(_ stage: Stage, to seconds: Double) {
    stage.player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 90_000), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
  }

  @Test("after a hundred random seeks the overlay matches the item time")
  func randomSeeks() {
    let (stage, item) = stage()
    let overlay = Overlay(item)
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let milliseconds = Int64.random(in: 0..<19_900, using: &numbers)
      stage.player.seek(
        to: CMTime(value: milliseconds, timescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero)
      stage.settle()
      let time = Double(milliseconds) / 1000
      #expect(abs(overlay.x(stage) - time * 10) < 1e-6, "after a seek to \(time)")
    }
  }

  @Test("it runs at twice the speed at rate 2, stops while paused, and runs backward", arguments: [false, true])
  func rates(hasAudio: Bool) {
    let (stage, item) = stage(hasAudio: hasAudio)
    let overlay = Overlay(item)
    stage.player.rate = 2
    stage.run(1)
    let start = overlay.x(stage)
    #expect(start > 0 && abs(start - stage.player.currentTime().seconds * 10) < 1e-6)
    stage.run(1)
    #expect(abs(overlay.x(stage) - start - 20) < 0.2, "two seconds of the item in one")
    stage.player.pause()
    stage.settle()
    let paused = overlay.x(stage)
    stage.run(5)
    #expect(overlay.x(stage) == paused)
    #expect(abs(paused - stage.player.currentTime().seconds * 10) < 1e-6)
    seek(stage, to: 10)
    stage.player.rate = -1
    stage.run(1)
    let back = overlay.x(stage)
    stage.run(1)
    #expect(abs(back - overlay.x(stage) - 10) < 0.2)
    #expect(abs(overlay.x(stage) - stage.player.currentTime().seconds * 10) < 1e-6)
  }

  @Test("without an item or a player there is no time and no animation")
  func noTime() {
    let (stage, item) = stage()
    let overlay = Overlay(nil)
    #expect(overlay.x(stage) == -1)
    overlay.layer.playerItem = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(overlay.x(stage) == -1)
    overlay.layer.playerItem = item
    #expect(overlay.x(stage) == 0)
    #expect(overlay.layer.node(at: Double(stage.clock.now.nanoseconds) / 1e9) != nil)
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(overlay.x(stage) == -1)
  }

  @Test("an animation at a later item time is visible only then, on each pass")
  func window() {
    let (stage, item) = stage()
    let overlay = Overlay(item, from: 5, fill: .removed)
    for _ in 0..<2 {
      seek(stage, to: 2)
      #expect(overlay.x(stage) == -1)
      seek(stage, to: 6)
      #expect(abs(overlay.x(stage) - 10) < 1e-6)
    }
  }

  private final class Watcher: LayerTreeObserver {
    var changes = 0
    func layerTreeDidChange() { changes += 1 }
  }

  @Test("renderers are notified when time jumps or starts to advance")
  func rendererNotifications() {
    let (stage, item) = stage()
    let (overlay, root, watcher) = (Overlay(item), CALayer(), Watcher())
    root.addSublayer(overlay.layer)
    root.treeObserver = watcher
    let now = { Double(stage.clock.now.nanoseconds) / 1e9 }
    #expect(!root.changesByItself(at: now()))
    let before = watcher.changes
    seek(stage, to: 3)
    #expect(watcher.changes > before)
    let paused = watcher.changes
    stage.player.play()
    stage.clock.settle()
    #expect(watcher.changes > paused && root.changesByItself(at: now()))
    stage.player.pause()
    #expect(!root.changesByItself(at: now()))
  }
}
