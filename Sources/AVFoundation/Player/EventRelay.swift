import PlayheadEngine
import Synchronization

/// Stands between the session's thread, which only wakes, and the player, which takes the events where clients are called.
///
/// It does not keep the player: a player that nobody holds ends.
final class EventRelay: Sendable {
  private struct Receiver: Sendable {
    weak var player: AVPlayer?
  }

  private let delivery: Delivery
  private let receiver = Mutex(Receiver())
  private let isUnderWay = Atomic<Bool>(false)

  init(_ delivery: Delivery) { self.delivery = delivery }

  func connect(_ player: AVPlayer) { receiver.withLock { $0.player = player } }

  /// Wakes may come faster than events are taken; one turn takes all there are.
  func wake() {
    guard !isUnderWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
    delivery.later {
      self.isUnderWay.store(false, ordering: .releasing)
      self.receiver.withLock { $0.player }?.takeEvents()
    }
  }
}
