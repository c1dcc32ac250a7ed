import CoreMedia
import Foundation
import PlayheadEngine
@_spi(Playhead) import QuartzCore
import Synchronization

/// A layer whose time base is that of an item: animations of its sublayers follow the item's position, rate and time
/// jumps.
///
/// It has no content of its own. Its animations start at a time of the item: give them a `beginTime` other than 0,
/// which means now (`AVCoreAnimationBeginTimeAtZero` for the start of the item), and set `isRemovedOnCompletion` to
/// false, so that they remain when the item seeks back. Without an item, or before a player has the item, there is no
/// time and animations have no effect.
open class AVSynchronizedLayer: CALayer {
  private var item: AVPlayerItem?
  private let tokens = Mutex<[NotificationToken]>([])

  /// Creates a layer without an item.
  public override init() {
    super.init()
    timeSource = self
  }

  /// Creates a layer that follows an item.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
  }

  /// Creates a copy, for `presentation()`.
  public override init(layer: Any) {
    item = (layer as? AVSynchronizedLayer)?.item
    super.init(layer: layer)
    timeSource = self
  }

  /// Creates the layer that `presentation()` returns.
  @_spi(Playhead) open override func makePresentationLayer() -> CALayer { AVSynchronizedLayer(layer: self) }

  /// The item that the layer follows. Retained.
  open var playerItem: AVPlayerItem? {
    get { item }
    set {
      guard newValue !== item else { return }
      item = newValue
      let tokens = newValue.map { watch($0) } ?? []
      self.tokens.withLock { $0 = tokens }
      treeChanged()
    }
  }

  /// While time advances, the renderer of the layer tree polls; time jumps and rate changes must be reported.
  private func watch(_ item: AVPlayerItem) -> [NotificationToken] {
    let reference = SynchronizedReference(layer: self)
    return [
      NotificationToken(AVPlayerItem.timeJumpedNotification, of: item) { reference.layer?.treeChanged() },
      NotificationToken(AVPlayer.rateDidChangeNotification, of: nil) { reference.layer?.treeChanged() },
    ]
  }
}

extension AVSynchronizedLayer: LayerTimeSource {
  package func followedTime(at mediaTime: Double) -> Double {
    guard let session = item?.currentPlayer?.session else { return .nan }
    return session.itemTime(at: HostTime.zero + .seconds(mediaTime))?.seconds ?? .nan
  }

  package func mediaTime(ofFollowed time: Double) -> Double {
    guard let player = item?.currentPlayer, player.rate != 0 else { return .infinity }
    let now = CACurrentMediaTime()
    return now + (time - followedTime(at: now)) / Double(player.rate)
  }

  package var isRunning: Bool { item?.currentPlayer.map { $0.rate != 0 } ?? false }
}

private struct SynchronizedReference: @unchecked Sendable {
  // Sendable: only called on the delivery queue.
  weak var layer: AVSynchronizedLayer?
}

/// An observer of notifications that is removed when the last reference is released.
private final class NotificationToken: @unchecked Sendable {
  // Sendable: a constant, which the notification center accepts from any thread.
  private let token: any NSObjectProtocol

  init(_ name: NSNotification.Name, of object: Any?, _ body: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in body() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

/// The start of an item as the `beginTime` of an animation, for which 0 means now.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100
