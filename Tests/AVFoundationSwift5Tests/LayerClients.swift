// Client code with layers, in Swift 5, importing only AVFoundation. The code compiles, and the tests of the other file
// run it.
import AVFoundation

/// A control that owns a layer and puts a player's layer behind everything else, as the guides do in a view.
class LayerOwner: NSObject {
  let layer = CALayer()
  var playerLayer: AVPlayerLayer!
  var isShown = false
  private var observation: NSKeyValueObservation?

  func show(_ player: AVPlayer, in bounds: CGRect) {
    layer.frame = bounds
    playerLayer = AVPlayerLayer(player: player)
    playerLayer.frame = layer.bounds
    playerLayer.videoGravity = .resizeAspect
    playerLayer.backgroundColor = CGColor(gray: 0, alpha: 1)
    layer.insertSublayer(playerLayer, at: 0)
    observation = playerLayer.observe(\.isReadyForDisplay, options: [.initial, .new]) { [weak self] layer, _ in
      guard layer.isReadyForDisplay else { return }
      self?.isShown = true
      self?.fadeIn()
    }
  }

  func fadeIn() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.5)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
    CATransaction.setCompletionBlock { [weak self] in self?.playerLayer.removeAllAnimations() }
    playerLayer.opacity = 1
    CATransaction.commit()
  }

  func resize(to size: CGSize) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    playerLayer.frame = CGRect(origin: .zero, size: size)
    CATransaction.commit()
  }

  func overlay(for item: AVPlayerItem) -> AVSynchronizedLayer {
    let layer = AVSynchronizedLayer(playerItem: item)
    let dot = CALayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1.0
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    animation.duration = CMTimeGetSeconds(item.duration)
    animation.isRemovedOnCompletion = false
    animation.fillMode = .both
    dot.add(animation, forKey: "opacity")
    layer.addSublayer(dot)
    return layer
  }
}

/// A program's own classes, with their own properties and initializers.
class RoundLayer: AVPlayerLayer {
  var radius: CGFloat = 4 { didSet { cornerRadius = radius } }
  override init() {
    super.init()
    masksToBounds = true
  }
  override init(layer: Any) {
    super.init(layer: layer)
    radius = (layer as? RoundLayer)?.radius ?? 4
  }
  override func layoutSublayers() {
    super.layoutSublayers()
    sublayers?.forEach { $0.frame = bounds }
  }
  override class func defaultAction(forKey event: String) -> CAAction? { event == "cornerRadius" ? NSNull() : nil }
  override var frame: CGRect { didSet { name = "framed" } }
}

class QuietDelegate: NSObject, CALayerDelegate, CAAnimationDelegate {
  func action(for layer: CALayer, forKey event: String) -> CAAction? { NSNull() }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The usual pattern of a view: its layer class is a player layer.
protocol PlayerLayerOwner: AnyObject { var layer: CALayer { get } }

extension PlayerLayerOwner {
  var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }
  var player: AVPlayer? {
    get { playerLayer.player }
    set { playerLayer.player = newValue }
  }
}

func spin(_ layer: CALayer) {
  let turning = CAKeyframeAnimation(keyPath: "transform.rotation.z")
  turning.values = [0, Double.pi, 2 * Double.pi]
  turning.keyTimes = [0, 0.5, 1]
  turning.calculationMode = .linear
  let group = CAAnimationGroup()
  group.animations = [turning]
  group.duration = 3
  group.repeatCount = .greatestFiniteMagnitude
  group.delegate = QuietDelegate()
  layer.add(group, forKey: "spin")
  var perspective = CATransform3DIdentity
  perspective.m34 = -1.0 / 500
  layer.sublayerTransform = perspective
  layer.transform = CATransform3DRotate(CATransform3DMakeScale(1, 1, 1), .pi / 4, 0, 1, 0)
  layer.setAffineTransform(.identity)
}
