import AVFoundation
import PlayheadClock
import Testing

@Suite("§7 player layers")
@MainActor struct PlayerLayerTests {
  private func layer(_ stage: Stage, width: Double = 400, height: Double = 400) -> AVPlayerLayer {
    let layer = AVPlayerLayer(player: stage.player)
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    return layer
  }

  @Test("a new layer has Apple's defaults")
  func defaults() {
    let layer = AVPlayerLayer()
    #expect(layer.player == nil && layer.videoGravity == .resizeAspect && !layer.isReadyForDisplay)
    #expect(layer.videoRect == .zero && layer.pixelBufferAttributes == nil && layer.displayedPixelBuffer() == nil)
    #expect(AVPlayerLayer(player: nil).player == nil)
    #expect(layer.backgroundColor == nil && layer.contents == nil)
  }

  @Test("it is ready for display with the item's first frame, and not after the item is removed")
  func ready() {
    let stage = Stage()
    let layer = layer(stage)
    let eventLog = EventLog()
    @Sendable func text(_ rect: CGRect) -> String { "\(rect.minX) \(rect.minY) \(rect.width) \(rect.height)" }
    let tokens = [
      layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { layer, change in
        eventLog.add("ready \(change.newValue == true) \(layer.isReadyForDisplay)")
      },
      layer.observe(\.videoRect, options: [.new]) { layer, _ in eventLog.add("rect \(text(layer.videoRect))") },
    ]
    stage.settle()
    #expect(eventLog.take() == ["ready false false"])
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    // 16 : 9 in a square of 400: 225 high, in the middle.
    #expect(eventLog.take() == ["ready true true", "rect 0.0 87.5 400.0 225.0"])
    layer.videoGravity = .resizeAspectFill
    let wide = 400 * 16.0 / 9
    #expect(eventLog.take().count == 1)
    #expect(abs(layer.videoRect.width - wide) < 1e-9 && abs(layer.videoRect.minX - (400 - wide) / 2) < 1e-9)
    layer.videoGravity = .resize
    #expect(layer.videoRect == CGRect(x: 0, y: 0, width: 400, height: 400))
    layer.bounds.size.width = 100
    #expect(layer.videoRect == CGRect(x: 0, y: 0, width: 100, height: 400))
    _ = eventLog.take()
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(eventLog.take() == ["ready false false", "rect 0.0 0.0 0.0 0.0"])
    withExtendedLifetime(tokens) {}
  }

  @Test("it is not ready for display before its item is ready to play")
  func readyAfterItem() {
    let stage = Stage()
    let layer = layer(stage)
    let eventLog = EventLog()
    let token = layer.observe(\.isReadyForDisplay, options: [.new]) { layer, _ in
      guard layer.isReadyForDisplay, let item = layer.player?.currentItem else { return }
      eventLog.add("\(item.status == .readyToPlay) \(item.duration.seconds) \(Int(item.presentationSize.width))")
    }
    for _ in 0..<5 {
      stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
      stage.settle()
      #expect(eventLog.take() == ["true 20.0 1280"])
      stage.player.replaceCurrentItem(with: nil)
      stage.settle()
    }
    withExtendedLifetime(token) {}
  }

  @Test("string keys access the same properties")
  func stringKeys() {
    let stage = Stage("demo.mp4")
    let layer = layer(stage)
    let listener = KeyListener()
    layer.addObserver(listener, forKeyPath: "readyForDisplay", options: [.new], context: nil)
    layer.addObserver(listener, forKeyPath: "videoRect", options: [.new], context: nil)
    layer.addObserver(listener, forKeyPath: "player.rate", options: [.new], context: nil)
    stage.settle()
    stage.player.play()
    stage.clock.settle()
    #expect(listener.lines == ["readyForDisplay true", "videoRect true", "player.rate true"])
    layer.player = nil
    #expect(listener.lines.count == 6)
    for key in ["readyForDisplay", "videoRect", "player.rate"] { layer.removeObserver(listener, forKeyPath: key) }
  }

  private final class KeyListener: NSKeyValueObserverObject {
    var lines: [String] = []
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      lines.append("\(keyPath ?? "") \(change?[.newKey] != nil)")
    }
  }

  @Test("several layers of one player show its frames; adding or removing one interrupts nothing")
  func several() throws {
    let stage = Stage("demo.mp4", hasAudio: false)
    let first = layer(stage)
    stage.settle()
    stage.player.play()
    stage.run(1)
    let second = layer(stage)
    stage.run(0.1)
    #expect(first.isReadyForDisplay && second.isReadyForDisplay)
    #expect(try number(first) == number(second))
    let third = layer(stage)
    stage.run(0.5)
    #expect(Set([try number(first), try number(second), try number(third)]).count == 1)
    first.player = nil
    #expect(!first.isReadyForDisplay && first.videoImage(width: 60, height: 60) == nil)
    let before = try number(second)
    stage.run(1)
    #expect(try number(second) == before + 30 && number(third) == number(second))
    #expect(stage.player.timeControlStatus == .playing)
    let other = Stage("video-only.mp4", hasAudio: false)
    second.player = other.player
    other.settle()
    #expect(second.isReadyForDisplay)
  }

  @Test("the frame of a paused player can be copied, also in another format")
  func displayed() throws {
    let stage = Stage("demo.mp4")
    let layer = layer(stage)
    stage.settle()
    let buffer = try #require(layer.displayedPixelBuffer())
    #expect(CVPixelBufferGetWidth(buffer) == 1280)
    layer.pixelBufferAttributes = [
      kCVPixelBufferPixelFormatTypeKey as String: [Int(12345), Int(kCVPixelFormatType_32BGRA)],
      kCVPixelBufferWidthKey as String: 640,
    ]
    let small = try #require(layer.displayedPixelBuffer())
    #expect(CVPixelBufferGetPixelFormatType(small) == kCVPixelFormatType_32BGRA && CVPixelBufferGetWidth(small) == 640)
    stage.player.play()
    #expect(layer.displayedPixelBuffer() == nil)
  }

  @Test("rotated and anamorphic videos have their upright size")
  func shapes() throws {
    // ffprobe: rotated.mp4 320 × 180 rotated by 90°; anamorphic.mp4's display aspect ratio.
    let stage = Stage("rotated.mp4")
    let layer = layer(stage)
    stage.settle()
    #expect(layer.videoRect == CGRect(x: (400 - 225) / 2.0, y: 0, width: 225, height: 400))
  }

  @Test("a layer retains its player; a presentation layer shows its model's content")
  func lifetime() {
    let stage = Stage("demo.mp4")
    weak var forgotten: AVPlayer?
    do {
      let player = AVPlayer()
      forgotten = player
      let layer = AVPlayerLayer(player: player)
      #expect(layer.presentation()?.player === player)
    }
    #expect(forgotten == nil)
    let layer = layer(stage)
    stage.settle()
    let shown = layer.presentation()
    #expect(shown?.isReadyForDisplay == true && shown?.videoRect == layer.videoRect && shown?.model() === layer)
    #expect(layer.isReadyForDisplay)
  }

  private final class Subclass: AVPlayerLayer {
    var extra = 3
    override var videoRect: CGRect { super.videoRect.insetBy(dx: CGFloat(extra), dy: 0) }
  }

  @Test("subclasses are created by the inherited initializers")
  func subclass() {
    let layer = Subclass(player: AVPlayer())
    #expect(layer.extra == 3 && layer.player != nil)
  }

  @Test("aspect-fit rectangle inside a bounding rectangle")
  func makeRect() {
    let wide = AVMakeRect(
      aspectRatio: CGSize(width: 16, height: 9), insideRect: CGRect(x: 10, y: 10, width: 160, height: 160))
    #expect(wide == CGRect(x: 10, y: 45, width: 160, height: 90))
    #expect(AVMakeRect(aspectRatio: .zero, insideRect: CGRect(x: 0, y: 0, width: 4, height: 4)).width == 0)
  }

  /// The number in the frame that a layer shows.
  private func number(_ layer: AVPlayerLayer) throws -> Int {
    let image = try #require(layer.videoImage(width: 1280, height: 720))
    let data = try #require(image.dataProvider?.data as Data?)
    let block = image.width / 60
    let bits = (0..<18).map { data[block / 2 * image.bytesPerRow + ($0 * block + block / 2) * 4 + 1] > 128 ? 1 : 0 }
    #expect(bits.prefix(2) == [1, 0])
    return bits.dropFirst(2).reduce(0) { $0 * 2 + $1 }
  }
}
