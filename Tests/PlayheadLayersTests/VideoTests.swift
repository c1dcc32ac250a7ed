import AVFoundation
import PlayheadClock
import PlayheadItems
import PlayheadLayers
import PlayheadTesting
import TestSupport
import Testing

@Suite("Videos with overlays as images")
@MainActor struct VideoTests {
  private let clock = ManualClock()
  private let player: AVPlayer
  private let root = Scenes.layer(0, 0, 640, 400, Scenes.green)
  private let layer: AVPlayerLayer

  init() throws {
    player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    player.replaceCurrentItem(with: AVPlayerItem(url: try Fixtures.url("demo.mp4")))
    layer = AVPlayerLayer(player: player)
    layer.frame = root.bounds
    root.addSublayer(layer)
    clock.advance(by: .milliseconds(500))
  }

  private var now: Double { Double(clock.now.nanoseconds) / 1e9 }

  private func seek(to value: Int64) {
    player.seek(to: CMTime(value: value, timescale: 30), toleranceBefore: .zero, toleranceAfter: .zero)
    clock.advance(by: .milliseconds(500))
  }

  private func rendering() throws -> Pixels { try #require(Pixels(LayerRenderer().image(of: root, at: now))) }

  /// The number that the clip carries in its top edge, drawn `width` wide from (x, y).
  private func number(_ pixels: Pixels, x: Int, y: Int, width: Int) -> Int? {
    let bits = (0..<18).map { index -> Int in
      let place = (Double(index) + 0.5) * Double(width) / 60
      return pixels[x + Int(place), y + width / 120][1] > 128 ? 1 : 0
    }
    return bits.prefix(2) == [1, 0] ? bits.dropFirst(2).reduce(0) { $0 * 2 + $1 } : nil
  }

  @Test("the video is placed by its gravity, with the background around it")
  func gravity() throws {
    seek(to: 200)
    // 640 × 360 in 640 × 400: 20 rows are free above and below.
    var pixels = try rendering()
    #expect(pixels[5, 19] == [0, 255, 0, 255] && pixels[5, 380] == [0, 255, 0, 255])
    #expect(pixels[5, 20][0] > 200 && number(pixels, x: 0, y: 20, width: 640) == 200)
    layer.videoGravity = .resizeAspectFill
    // 711 × 400, 36 columns beyond each side.
    pixels = try rendering()
    #expect(number(pixels, x: -36, y: 0, width: 711) == nil || pixels[639, 399] != [0, 255, 0, 255])
    #expect(pixels[5, 0] != [0, 255, 0, 255] && pixels[5, 399] != [0, 255, 0, 255])
    layer.videoGravity = .resize
    pixels = try rendering()
    #expect(number(pixels, x: 0, y: 0, width: 640) == 200)
  }

  @Test("layers over the video cover it, fade with it and are clipped with it")
  func overlay() throws {
    seek(to: 100)
    let overlay = Scenes.layer(0, 0, 640, 20, Scenes.red, in: root)
    overlay.position = CGPoint(x: 320, y: 30)
    let pixels = try rendering()
    #expect(pixels[5, 25] == [255, 0, 0, 255])
    overlay.removeFromSuperlayer()
    layer.cornerRadius = 30
    layer.masksToBounds = true
    layer.videoGravity = .resize
    layer.opacity = 0.5
    let faded = try rendering()
    #expect(faded[0, 0] == [0, 255, 0, 255])
    let opaque = try {
      layer.opacity = 1
      return try rendering()
    }()
    let (a, b) = (faded[320, 200], opaque[320, 200])
    #expect(abs(a[0] - b[0] / 2) <= 1 && abs(a[1] - (b[1] + 255) / 2) <= 1)
  }

  @Test("a rotated video is upright")
  func rotatedVideo() throws {
    seek(to: 77)
    layer.bounds.size = CGSize(width: 360, height: 202.5)
    layer.position = CGPoint(x: 320, y: 200)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    // Its left edge is on top now, from right to left: the digits run down at the right.
    let pixels = try rendering()
    let bits = (0..<18).map { index -> Int in
      pixels[320 + 101 - 3, 200 - 180 + Int((Double(index) + 0.5) * 6)][1] > 128 ? 1 : 0
    }
    #expect(bits.prefix(2) == [1, 0] && bits.dropFirst(2).reduce(0) { $0 * 2 + $1 } == 77)
  }

  @Test("a synchronized overlay matches the frame it is drawn with")
  func synchronized() throws {
    let synchronized = AVSynchronizedLayer(playerItem: try #require(player.currentItem))
    synchronized.frame = root.bounds
    let dot = Scenes.layer(0, 390, 10, 10, Scenes.red, in: synchronized)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (5, 605, 20)
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    animation.isRemovedOnCompletion = false
    dot.add(animation, forKey: nil)
    root.addSublayer(synchronized)
    for frame in [3, 250, 40, 599, 300] {
      seek(to: Int64(frame))
      let pixels = try rendering()
      #expect(number(pixels, x: 0, y: 20, width: 640) == frame)
      // 30 points a second: one each frame.
      #expect((0..<640).first { pixels[$0, 395] == [255, 0, 0, 255] } == frame)
    }
    player.play()
    clock.advance(by: .milliseconds(500))
    let pixels = try rendering()
    let place = try #require((0..<640).first { pixels[$0, 395] == [255, 0, 0, 255] })
    let shown = try #require(number(pixels, x: 0, y: 20, width: 640))
    #expect(shown > 310 && abs(place - shown) <= 1)
  }

  @Test("without a frame nothing is drawn; removing the item removes the frame")
  func withoutFrame() throws {
    #expect(try rendering()[320, 200] != [0, 255, 0, 255])
    player.replaceCurrentItem(with: nil)
    clock.advance(by: .milliseconds(100))
    #expect(try rendering()[320, 200] == [0, 255, 0, 255])
  }
}
