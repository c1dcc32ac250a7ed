import Foundation
import PlayheadEngine
import Synchronization

/// Gets one value once, for everybody who asks: copies of an item share it.
final class MetadataLoader: @unchecked Sendable {
  // Sendable: the state is behind a lock; values are constants, as the documentation of items asks.
  enum Outcome {
    case loaded((any NSCopying & NSObjectProtocol)?)
    case failed(any Error)
  }

  private enum Phase {
    case idle
    case loading
    case ended(Outcome)
  }

  private let lock = NSLock()
  private var phase = Phase.idle
  private var waiters: [(Outcome) -> Void] = []
  private let begin: (MetadataLoader) -> Void

  /// A value that is read on a thread that may wait.
  init(_ read: @escaping @Sendable () throws -> (any NSCopying & NSObjectProtocol)?) {
    begin = { loader in
      _ = EngineThread("playhead.probe", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
        do {
          loader.end(.loaded(try read()))
        } catch {
          loader.end(.failed(error))
        }
      }
    }
  }

  /// A value that a program gives, whenever it likes.
  init(asking: @escaping (MetadataLoader) -> Void) { begin = asking }

  var outcome: Outcome? { lock.withLock { if case .ended(let outcome) = phase { outcome } else { nil } } }

  var status: AVKeyValueStatus {
    lock.withLock {
      switch phase {
      case .idle: .unknown
      case .loading: .loading
      case .ended(.loaded): .loaded
      case .ended(.failed): .failed
      }
    }
  }

  /// Calls `waiter` once, at once if the value is known.
  func load(_ waiter: @escaping (Outcome) -> Void) {
    lock.lock()
    if case .ended(let outcome) = phase {
      lock.unlock()
      return waiter(outcome)
    }
    waiters.append(waiter)
    var begins = false
    if case .idle = phase {
      phase = .loading
      begins = true
    }
    lock.unlock()
    if begins { begin(self) }
  }

  /// Waits for the value.
  func loadNow() -> Outcome {
    let done = DispatchSemaphore(value: 0)
    load { _ in done.signal() }
    done.wait()
    return outcome ?? .failed(AVError(.unknown))
  }

  /// The first answer counts.
  func end(_ outcome: Outcome) {
    lock.lock()
    if case .ended = phase { return lock.unlock() }
    phase = .ended(outcome)
    let waiters = waiters
    self.waiters = []
    lock.unlock()
    for waiter in waiters { waiter(outcome) }
  }
}
