import Foundation
import PlayheadEngine
import PlayheadMedia
import PlayheadPipeline
@_spi(Playhead) import QuartzCore

/// A layer that shows a player's video.
///
/// `videoGravity` determines the position of the video in the bounds; the layer's background is visible around it. Any
/// number of layers can show the same player, each from the time when the player is set, without affecting the player.
/// Use a layer on one thread at a time; changes of `isReadyForDisplay` and `videoRect` are reported on the main queue.
///
/// - Note: Difference from Apple: older systems show video only in the newest layer of a player; this limit does not
///   apply.
open class AVPlayerLayer: CALayer {
  /// The sink that is attached to the player's session; shared with presentation layers.
  private let feed: LayerFeed
  /// The last reported value of `isReadyForDisplay`.
  private var isReady = false
  /// The observation of the item's status while there is a frame of an item that is not ready to play.
  private var itemObservation: NSKeyValueObservation?
  /// The last reported value of `videoRect`.
  private var reportedRect = CGRect.zero
  /// The value of `videoGravity`.
  private var gravity = AVLayerVideoGravity.resizeAspect
  /// The value of `player`.
  private var shownPlayer: AVPlayer?

  /// Creates a layer without a player.
  public override init() {
    feed = LayerFeed()
    super.init()
    videoSource = self
    feed.connect(self)
  }

  /// Creates a layer for a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// Creates a layer that shows the current content of another one, for `presentation()`. It does not follow the
  /// player.
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

  /// Creates the layer that `presentation()` returns.
  @_spi(Playhead) open override func makePresentationLayer() -> CALayer { AVPlayerLayer(layer: self) }

  deinit {
    // The feed of a presentation layer belongs to its model layer.
    if feed.isConnected(to: self) { shownPlayer?.session.detach(feed) }
    StringKeyObservers.forget(self)
  }

  // MARK: Player

  /// The player whose video is shown. Retained. Observable.
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
      itemObservation = nil
      feed.empty(delivery: newValue?.core.delivery)
      frameChanged()
      newValue?.session.attach(feed)
      KeyValueChanges.didChange(["player"], of: self)
      treeChanged()
    }
  }

  /// The scaling of the video within the bounds. Observable.
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

  // MARK: Video

  /// Whether a frame of the player's item is available, and the item is ready to play or has failed. Show or animate
  /// the layer only then. Observable, with the key `readyForDisplay`.
  open var isReadyForDisplay: Bool {
    AccessTracking.note("readyForDisplay", of: self)
    return isReady
  }

  /// The rectangle of the video in the layer's coordinate space; zero without a frame. Extends beyond the bounds with
  /// `resizeAspectFill`. Observable.
  open var videoRect: CGRect {
    AccessTracking.note("videoRect", of: self)
    return isReady ? videoPlace(in: bounds) ?? .zero : .zero
  }

  /// The bounds of the layer, in which the video is placed.
  open override var bounds: CGRect {
    didSet { if bounds != oldValue { reportRect() } }
  }

  /// The attributes of the buffers that `displayedPixelBuffer()` returns, as for `AVPlayerItemVideoOutput`; nil for the
  /// decoder's format. Unavailable formats are ignored.
  open var pixelBufferAttributes: [String: Any]?

  /// The frame that is shown while the player is paused; nil during playback and without a frame.
  open func displayedPixelBuffer() -> CVPixelBuffer? {
    guard let shownPlayer, shownPlayer.rate == 0, let frame = feed.frame else { return nil }
    return PixelBufferConverter(.init(attributes: pixelBufferAttributes ?? [:], skipsUnknownFormats: true)).buffer(
      of: frame)
  }

  /// Handles a new frame, possibly of another size, or the removal of the last frame.
  package func frameChanged() {
    let isReady = feed.frame != nil && (self.isReady || isItemKnown)
    waitForItem(feed.frame != nil && !isReady)
    let hasChanged = isReady != self.isReady
    if hasChanged { KeyValueChanges.willChange(["readyForDisplay"], of: self) }
    self.isReady = isReady
    if hasChanged { KeyValueChanges.didChange(["readyForDisplay"], of: self) }
    reportRect()
    treeChanged()
  }

  /// Whether the size and duration of the item are known. The first frame can arrive before the player's events.
  private var isItemKnown: Bool { shownPlayer?.currentItem?.status != .unknown }

  /// Observes the item until it is ready, so that the layer is not ready before it.
  private func waitForItem(_ waits: Bool) {
    guard waits else { return itemObservation = nil }
    guard itemObservation == nil else { return }
    itemObservation = shownPlayer?.observe(\.currentItem?.status) { [weak feed] _, _ in feed?.notifyLayer() }
  }

  /// Notifies observers if the rectangle of the video has changed.
  private func reportRect() {
    let rect = isReady ? videoPlace(in: bounds) ?? .zero : .zero
    guard rect != reportedRect else { return }
    KeyValueChanges.willChange(["videoRect"], of: self)
    reportedRect = rect
    KeyValueChanges.didChange(["videoRect"], of: self)
  }
}

extension AVPlayerLayer: FrameLayer {
  /// The rectangle of the video within bounds of the layer; nil without a frame.
  package func videoPlace(in bounds: CGRect) -> CGRect? {
    feed.frame.map { gravity.place(CGSize(width: $0.displaySize.width, height: $0.displaySize.height), in: bounds) }
  }

  /// The current frame in a size in pixels; nil without one. The last image is cached.
  package func videoImage(width: Int, height: Int) -> CGImage? { feed.image(width: width, height: height) }

  /// The playback session.
  package var sinkHost: (any VideoSinkHost)? { shownPlayer?.session }
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

/// A weak reference to a layer that other threads can hold.
struct LayerReference: @unchecked Sendable {
  // Sendable: only compared and called on the delivery queue.
  weak var layer: (any FrameLayer)?

  /// Passes the notification on, unless the layer has been released.
  func frameChanged() { layer?.frameChanged() }
}
