import Foundation
import PlayheadClock
import PlayheadItems
import Synchronization

/// Loads one value once for all requests: copies of an item share it.
final class MetadataLoader: @unchecked Sendable {
  // Sendable: the state is behind a lock; values are immutable, as the documentation of items requires.
  /// The result of loading.
  enum Outcome {
    /// The value; nil if the resource has none.
    case loaded((any NSCopying & NSObjectProtocol)?)
    /// The value could not be read.
    case failed(any Error)
  }

  /// The progress of loading. It ends once.
  private enum Phase {
    /// The value has not been requested.
    case idle
    /// The value is being read; waiters are called when it ends.
    case loading
    /// The outcome is known, and does not change.
    case ended(Outcome)
  }

  /// Guards `phase` and `waiters`. Not held while waiters are called.
  private let lock = NSLock()
  /// The progress of loading.
  private var phase = Phase.idle
  /// The waiters in the order of their requests; empty once loading has ended.
  private var waiters: [(Outcome) -> Void] = []
  /// Starts loading, which ends with a call of `end(_:)`. Called once.
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

  /// The outcome; nil until loading has ended. Starts nothing.
  var outcome: Outcome? { lock.withLock { if case .ended(let outcome) = phase { outcome } else { nil } } }

  /// The status of the value; starts nothing.
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
