import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

@Suite("§7 programs with layers, in Swift 5")
struct LayerClientTests {
  private let clock = ManualClock()

  private func player() -> AVPlayer {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Fixtures")
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { folder = URL(fileURLWithPath: path) }
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    player.replaceCurrentItem(with: AVPlayerItem(url: folder.appendingPathComponent("demo.mp4")))
    return player
  }

  @Test("a background layer is shown when ready and follows the size at once")
  func owner() {
    let player = player()
    let owner = LayerOwner()
    owner.show(player, in: CGRect(x: 0, y: 0, width: 320, height: 240))
    #expect(!owner.isShown && owner.layer.sublayers?.first === owner.playerLayer)
    clock.advance(by: .milliseconds(500))
    #expect(owner.isShown && owner.playerLayer.videoRect == CGRect(x: 0, y: 30, width: 320, height: 180))
    owner.resize(to: CGSize(width: 160, height: 90))
    #expect(owner.playerLayer.videoRect == CGRect(x: 0, y: 0, width: 160, height: 90))
    if let item = player.currentItem {
      let overlay = owner.overlay(for: item)
      #expect(overlay.playerItem === item && overlay.sublayers?.first?.animation(forKey: "opacity")?.duration == 20)
    }
    player.session.close()
  }

  @Test("subclasses override the same members as on Apple's systems")
  func subclass() {
    let layer = RoundLayer()
    layer.radius = 7
    let inner = CALayer()
    layer.addSublayer(inner)
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    layer.layoutIfNeeded()
    #expect(layer.cornerRadius == 7 && layer.masksToBounds && layer.name == "framed")
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 10, height: 20))
    #expect(RoundLayer(layer: layer).radius == 7)
    spin(layer)
    #expect(layer.animationKeys() == ["spin"] && layer.affineTransform() == .identity)
  }
}
