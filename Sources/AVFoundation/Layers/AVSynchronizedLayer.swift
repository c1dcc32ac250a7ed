import CoreMedia
import Foundation
import PlayheadEngine
import QuartzCore
import Synchronization

/// A layer in which an item's time passes: animations on the layers in it follow the item's position, rate and jumps.
///
/// It shows nothing of its own. Its animations begin at a time of the item: give them a `beginTime` other than 0, which stands for now
/// (`AVCoreAnimationBeginTimeAtZero` for the beginning), and set `isRemovedOnCompletion` to false, so that they are there when the
/// item comes back. Without an item, or before a player has it, there is no time, and animations have no effect.
open class AVSynchronizedLayer: CALayer {
  private var item: AVPlayerItem?
  private let tokens = Mutex<[NotificationToken]>([])

  /// A layer without an item.
  public override init() {
    super.init()
    timeSource = self
  }

  /// A layer that follows an item.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
  }

  /// A copy, as `presentation()` makes it.
  public override init(layer: Any) {
    item = (layer as? AVSynchronizedLayer)?.item
    super.init(layer: layer)
    timeSource = self
  }

  open override func makePresentationLayer() -> CALayer { AVSynchronizedLayer(layer: self) }

  /// Whose time passes. Kept.
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

  /// While time passes whoever shows the tree looks by himself; a jump and a start have to be told.
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
  // Sendable: only called where clients are called.
  weak var layer: AVSynchronizedLayer?
}

/// An observer of notifications that ends with the last reference.
private final class NotificationToken: @unchecked Sendable {
  // Sendable: a constant, which the centre takes from any thread.
  private let token: any NSObjectProtocol

  init(_ name: NSNotification.Name, of object: Any?, _ body: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in body() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

/// The beginning of an item as the `beginTime` of an animation, where 0 would mean now.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100
