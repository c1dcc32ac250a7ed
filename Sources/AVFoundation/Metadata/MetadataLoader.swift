import Foundation
import PlayheadEngine
import Synchronization

/// Loads one value once for all requests: copies of an item share it.
final class MetadataLoader: @unchecked Sendable {
  // Sendable: the state is behind a lock; values are immutable, as the documentation of items requires.
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

  /// A value that is read on a thread that may block.
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

  /// A value that the client provides at any time.
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

  /// Calls `waiter` once, immediately if the value is known.
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

  /// Blocks until the value is known.
  func loadNow() -> Outcome {
    let done = DispatchSemaphore(value: 0)
    load { _ in done.signal() }
    done.wait()
    return outcome ?? .failed(AVError(.unknown))
  }

  /// Ends loading. Only the first outcome counts.
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
