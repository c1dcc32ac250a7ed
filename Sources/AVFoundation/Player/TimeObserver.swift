import Foundation
import Synchronization

/// A time observer of a client.
final class TimeObserver: Sendable {
  private let queue: DispatchQueue?
  private let block: @Sendable (CMTime) -> Void
  private let gate = CallGate()
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

  func end() { gate.close() }
}

/// The time observers of a player.
final class TimeObserverList: Sendable {
  private let state = Mutex<(last: Int, observers: [Int: TimeObserver])>((0, [:]))

  func add(_ observer: TimeObserver) -> Int {
    state.withLock {
      $0.last += 1
      $0.observers[$0.last] = observer
      return $0.last
    }
  }

  subscript(identifier: Int) -> TimeObserver? { state.withLock { $0.observers[identifier] } }

  func remove(_ identifier: Int) -> TimeObserver? { state.withLock { $0.observers.removeValue(forKey: identifier) } }
}

/// The token of a time observer, held by the client.
final class TimeObserverToken: @unchecked Sendable {
  // Sendable: neither is written after `init`, and weak references are read atomically.
  let identifier: Int
  private(set) weak var player: AVPlayer?

  init(identifier: Int, player: AVPlayer) {
    self.identifier = identifier
    self.player = player
  }

  /// A released token cannot be removed explicitly any more.
  deinit { player?.endTimeObserver(identifier) }
}
