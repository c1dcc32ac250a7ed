import CoreVideo
import Foundation
import PlayheadEngine
import Synchronization

/// The base class of outputs, which deliver an item's media as it plays.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // Sendable: the item is behind a lock.
  private struct Owner: Sendable { weak var item: AVPlayerItem? }
  private let owner = Mutex(Owner())

  private let suppression = Mutex(false)

  override init() { super.init() }

  /// Whether views and layers omit the media that this output delivers: video or captions. False by default.
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

  /// Applies the suppression to the media of the subclass.
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

  /// Starts the output with a player, which may be the same as before.
  func begin(with player: AVPlayer) {}

  func detach() { owner.withLock { $0.item = nil } }

  /// Notifies the output that the item has become the player's current item.
  func itemBecameCurrent() {}
  /// Notifies the output of a discontinuity: the next media does not follow the previous media.
  func sequenceWasFlushed() {}

  /// The item's time at a host time; invalid while no player has the item.
  ///
  /// - Parameter hostTimeInSeconds: Seconds of the monotonic clock, as returned by `CACurrentMediaTime()`.
  open func itemTime(forHostTime hostTimeInSeconds: TimeInterval) -> CMTime {
    time(at: HostTime.zero + .seconds(hostTimeInSeconds))
  }

  /// The item's time at a host time, in nanoseconds of the monotonic clock.
  open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    time(at: HostTime(nanoseconds: machAbsoluteTime))
  }

  /// The item's time at the host time of a display's time stamp; invalid if the time stamp has none, and while no
  /// player has the item.
  open func itemTime(for timestamp: CVTimeStamp) -> CMTime {
    guard CVTimeStampFlags(rawValue: timestamp.flags).contains(.hostTimeValid) else { return .invalid }
    return itemTime(forMachAbsoluteTime: Int64(clamping: timestamp.hostTime))
  }

  private func time(at host: HostTime) -> CMTime { item?.currentPlayer?.session.itemTime(at: host) ?? .invalid }
}
