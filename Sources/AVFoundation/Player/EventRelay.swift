import Synchronization

/// Relays wake-ups of the session's thread to the player, which handles the events on the delivery queue.
///
/// Holds the player weakly: a player without other references ends.
final class EventRelay: Sendable {
  /// The player, which can be released at any time.
  private struct Receiver: Sendable {
    weak var player: AVPlayer?
  }

  /// The queue on which the player handles events.
  private let delivery: Delivery
  /// The player, set once after its creation.
  private let receiver = Mutex(Receiver())
  /// Whether a delivery is enqueued. It becomes false before the events are taken, so that no wake-up is lost.
  private let isScheduled = Atomic<Bool>(false)

  /// Creates a relay without a player. Wake-ups before `connect(_:)` have no effect.
  init(_ delivery: Delivery) { self.delivery = delivery }

  /// Sets the player that handles the events.
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
