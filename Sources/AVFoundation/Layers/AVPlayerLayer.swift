import Foundation
import PlayheadEngine
import QuartzCore

/// A layer that shows a player's picture.
///
/// The picture lies in the bounds as `videoGravity` says; around it the layer's background is seen. Any number of layers show the same
/// player, each from the moment when it gets it, and without the player taking notice. Use a layer on one thread at a time; changes of
/// `isReadyForDisplay` and `videoRect` are told on the main queue.
///
/// - Note: Difference from Apple: the older limit to the newest layer of a player is not there.
open class AVPlayerLayer: CALayer {
  private let feed: LayerFeed
  private var isReady = false
  private var reportedRect = CGRect.zero
  private var gravity = AVLayerVideoGravity.resizeAspect
  private var shownPlayer: AVPlayer?

  /// A layer without a player.
  public override init() {
    feed = LayerFeed()
    super.init()
    videoSource = self
    feed.connect(self)
  }

  /// A layer for a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// A layer that shows what another one shows at this moment, as `presentation()` makes it. It follows no player.
  public override init(layer: Any) {
    let other = layer as? AVPlayerLayer
    feed = other?.feed ?? LayerFeed()
    gravity = other?.gravity ?? .resizeAspect
    isReady = other?.isReady ?? false
    shownPlayer = other?.shownPlayer
    pixelBufferAttributes = other?.pixelBufferAttributes
    super.init(layer: layer)
    videoSource = self
  }

  open override func makePresentationLayer() -> CALayer { AVPlayerLayer(layer: self) }

  deinit {
    // Of a presentation layer the feed is another one's.
    if feed.isConnected(to: self) { shownPlayer?.session.detach(feed) }
    StringKeyObservers.forget(self)
  }

  // MARK: Player

  /// Whose picture is shown. Kept. Observable.
  open var player: AVPlayer? {
    get {
      AccessTracking.note("player", of: self, returning: shownPlayer)
      return shownPlayer
    }
    set {
      guard newValue !== shownPlayer, model() === self else { return }
      KeyValueChanges.willChange(["player"], of: self)
      shownPlayer?.session.detach(feed)
      shownPlayer = newValue
      feed.empty(delivery: newValue?.core.delivery)
      pictureChanged()
      newValue?.session.attach(feed)
      KeyValueChanges.didChange(["player"], of: self)
      treeChanged()
    }
  }

  /// How the picture lies in the bounds. Observable.
  open var videoGravity: AVLayerVideoGravity {
    get {
      AccessTracking.note("videoGravity", of: self)
      return gravity
    }
    set {
      guard newValue != gravity else { return }
      KeyValueChanges.willChange(["videoGravity"], of: self)
      gravity = newValue
      KeyValueChanges.didChange(["videoGravity"], of: self)
      reportRect()
      treeChanged()
    }
  }

  // MARK: Picture

  /// Whether there is a picture of the player's item. Show or animate the layer only then. Observable, with the key
  /// `readyForDisplay`.
  open var isReadyForDisplay: Bool {
    AccessTracking.note("readyForDisplay", of: self)
    return isReady
  }

  /// Where the picture is, in the layer's own space; zero without one. Reaches beyond the bounds under `resizeAspectFill`.
  /// Observable.
  open var videoRect: CGRect {
    AccessTracking.note("videoRect", of: self)
    return isReady ? videoPlace(in: bounds) ?? .zero : .zero
  }

  open override var bounds: CGRect {
    didSet { if bounds != oldValue { reportRect() } }
  }

  /// What `displayedPixelBuffer()` gives, as the attributes of `AVPlayerItemVideoOutput`; nil for what the decoder makes. Formats
  /// that cannot be had are left out.
  open var pixelBufferAttributes: [String: Any]?

  /// The picture that is shown while the player is paused; nil while it plays, and without a picture.
  open func displayedPixelBuffer() -> CVPixelBuffer? {
    guard let shownPlayer, shownPlayer.rate == 0, let frame = feed.frame else { return nil }
    return PixelBufferMaker(.init(attributes: pixelBufferAttributes ?? [:], skipsUnknownFormats: true)).buffer(
      of: frame)
  }

  /// There is another picture, or none any more, and it may have another size.
  fileprivate func pictureChanged() {
    let isReady = feed.frame != nil
    let isNews = isReady != self.isReady
    if isNews { KeyValueChanges.willChange(["readyForDisplay"], of: self) }
    self.isReady = isReady
    if isNews { KeyValueChanges.didChange(["readyForDisplay"], of: self) }
    reportRect()
    treeChanged()
  }

  private func reportRect() {
    let rect = isReady ? videoPlace(in: bounds) ?? .zero : .zero
    guard rect != reportedRect else { return }
    KeyValueChanges.willChange(["videoRect"], of: self)
    reportedRect = rect
    KeyValueChanges.didChange(["videoRect"], of: self)
  }
}

extension AVPlayerLayer: LayerVideoSource {
  package func videoPlace(in bounds: CGRect) -> CGRect? {
    feed.frame.map { gravity.place(CGSize(width: $0.displaySize.width, height: $0.displaySize.height), in: bounds) }
  }

  package func videoImage(width: Int, height: Int) -> CGImage? { feed.image(width: width, height: height) }

  /// What plays: for AVKit, which brings pictures to the screen in a way of its own.
  package var session: PlaybackSession? { shownPlayer?.session }
}

extension AVPlayerLayer: StringKeyed {
  package func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "player": .some(player)
    case "videoGravity": .some(videoGravity.rawValue)
    case "readyForDisplay": .some(NSNumber(value: isReadyForDisplay))
    case "videoRect": .some(NSValue(rect: videoRect))
    default: nil
    }
  }
}

/// Reaches a layer from another thread without keeping it.
struct LayerReference: @unchecked Sendable {
  // Sendable: only compared and called where clients are called.
  weak var layer: AVPlayerLayer?

  func pictureChanged() { layer?.pictureChanged() }
}
