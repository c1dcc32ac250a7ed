import Foundation
import Synchronization

/// A time observer of a client.
final class TimeObserver: Sendable {
  /// The queue of the client; nil for calls on the delivery queue.
  private let queue: DispatchQueue?
  /// The client's block.
  private let block: @Sendable (CMTime) -> Void
  /// The gate that ends the calls.
  private let gate = CallGate()
  /// Whether a call is enqueued or running on the client's queue. Calls that are due meanwhile are dropped.
  private let isBusy = Atomic<Bool>(false)

  /// `queue`: nil for direct calls.
  init(queue: DispatchQueue?, block: @escaping @Sendable (CMTime) -> Void) {
    self.queue = queue
    self.block = block
  }

  /// Calls the client, unless the previous call is still running.
  func call(at time: CMTime) {
    guard let queue else {
      gate.pass { block(time) }
      return
    }
    guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async {
      self.gate.pass { self.block(time) }
      self.isBusy.store(false, ordering: .releasing)
    }
  }

  /// Ends the calls. When this returns, no call is running on another thread.
  func end() { gate.close() }
}

/// The time observers of a player.
final class TimeObserverList: Sendable {
  /// The last identifier and the observers by identifier.
  private let state = Mutex<(last: Int, observers: [Int: TimeObserver])>((0, [:]))

  /// Adds an observer and returns its identifier, which is not used again.
  func add(_ observer: TimeObserver) -> Int {
    state.withLock {
      $0.last += 1
      $0.observers[$0.last] = observer
      return $0.last
    }
  }

  /// The observer with an identifier; nil once it has been removed.
  subscript(identifier: Int) -> TimeObserver? { state.withLock { $0.observers[identifier] } }

  /// Removes an observer and returns it; nil if it has been removed.
  func remove(_ identifier: Int) -> TimeObserver? { state.withLock { $0.observers.removeValue(forKey: identifier) } }
}

/// The token of a time observer, held by the client.
final class TimeObserverToken: @unchecked Sendable {
  // Sendable: neither is written after `init`, and weak references are read atomically.
  /// The identifier in the player's list and in its session.
  let identifier: Int
  /// The player; nil once it has been released.
  private(set) weak var player: AVPlayer?

  /// Creates the token that the client receives.
  init(identifier: Int, player: AVPlayer) {
    self.identifier = identifier
    self.player = player
  }

  /// A released token cannot be removed explicitly any more.
  deinit { player?.endTimeObserver(identifier) }
}
