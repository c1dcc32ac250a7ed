import PlayheadEngine
import Synchronization

/// Relays wake-ups of the session's thread to the player, which handles the events on the delivery queue.
///
/// Holds the player weakly: a player without other references ends.
final class EventRelay: Sendable {
  private struct Receiver: Sendable {
    weak var player: AVPlayer?
  }

  private let delivery: Delivery
  private let receiver = Mutex(Receiver())
  private let isScheduled = Atomic<Bool>(false)

  init(_ delivery: Delivery) { self.delivery = delivery }

  func connect(_ player: AVPlayer) { receiver.withLock { $0.player = player } }

  /// Wakes the player. Wake-ups can be more frequent than handling; each delivery handles all available events.
  func wake() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    delivery.later {
      self.isScheduled.store(false, ordering: .releasing)
      self.receiver.withLock { $0.player }?.takeEvents()
    }
  }
}
