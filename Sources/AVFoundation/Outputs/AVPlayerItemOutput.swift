import Foundation
import PlayheadEngine
import Synchronization

/// Takes an item's media as it is played. Its subclasses say which.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // Sendable: the item lies behind a lock.
  private struct Owner: Sendable { weak var item: AVPlayerItem? }
  private let owner = Mutex(Owner())

  private let suppression = Mutex(false)

  override init() { super.init() }

  /// Whether views and layers leave to the program what this output gives: they show no pictures, or no captions. false unless set.
  open var suppressesPlayerRendering: Bool {
    get { suppression.withLock { $0 } }
    set {
      let hasChanged = suppression.withLock { value in
        defer { value = newValue }
        return value != newValue
      }
      if hasChanged { suppressionChanged(newValue) }
    }
  }

  /// What is suppressed is what the kind of output gives.
  func suppressionChanged(_ isSuppressed: Bool) {}

  var item: AVPlayerItem? { owner.withLock { $0.item } }

  func attach(to item: AVPlayerItem) {
    let isFree = owner.withLock { owner in
      guard owner.item == nil else { return false }
      owner.item = item
      return true
    }
    precondition(isFree, "An AVPlayerItemOutput cannot be attached to more than one AVPlayerItem")
  }

  /// A player has the item, which may be the one it had before.
  func begin(with player: AVPlayer) {}

  func detach() { owner.withLock { $0.item = nil } }

  /// The item has become what a player plays.
  func itemBecameCurrent() {}
  /// What comes next does not follow what came before.
  func sequenceWasFlushed() {}

  /// The item's time at a moment of the system's clock; invalid while no player has the item.
  ///
  /// - Parameter hostTimeInSeconds: Seconds of the monotonic clock, as `CACurrentMediaTime()` gives them.
  open func itemTime(forHostTime hostTimeInSeconds: TimeInterval) -> CMTime {
    time(at: HostTime.zero + .seconds(hostTimeInSeconds))
  }

  /// The item's time at a moment of the system's clock, in nanoseconds of the monotonic clock.
  open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    time(at: HostTime(nanoseconds: machAbsoluteTime))
  }

  private func time(at host: HostTime) -> CMTime { item?.currentPlayer?.session.itemTime(at: host) ?? .invalid }
}
