import Foundation
import Synchronization

/// One time observer: whom to call, and whether that is still wanted.
final class TimeObserver: Sendable {
  private let queue: DispatchQueue?
  private let block: @Sendable (CMTime) -> Void
  private let gate = CallGate()
  private let isBusy = Atomic<Bool>(false)

  /// `queue`: nil where calls are made directly.
  init(queue: DispatchQueue?, block: @escaping @Sendable (CMTime) -> Void) {
    self.queue = queue
    self.block = block
  }

  /// Calls the client, unless the last call is still going on.
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

/// The time observers of one player.
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

/// What a client keeps for a time observer.
final class TimeObserverToken: @unchecked Sendable {
  // Sendable: neither is written after `init`, and weak references are read atomically.
  let identifier: Int
  private(set) weak var player: AVPlayer?

  init(identifier: Int, player: AVPlayer) {
    self.identifier = identifier
    self.player = player
  }

  /// Nobody can remove it any more.
  deinit { player?.endTimeObserver(identifier) }
}
