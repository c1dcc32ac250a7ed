import Foundation
import PlayheadClock
import Synchronization

/// The block by which a renderer requests samples, and the queue on which it is called: one call at a time, as long as
/// the renderer needs samples.
package final class MediaDataRequest: Sendable {
  /// The block.
  private struct Block: @unchecked Sendable {
    // Sendable: called only on `queue`.
    let call: () -> Void
    let queue: DispatchQueue
  }

  /// The block and whether it is being called.
  private struct State {
    var block: Block?
    var number = 0
    var isCalling = false
    /// The number of samples enqueued before the call in progress.
    var enqueued = 0
    /// When a block that has enqueued nothing is called again.
    var retry: HostTime?
  }

  private let state = Mutex(State())

  /// A program that had no sample is asked again after this time, less than the duration of a frame.
  private static let retryInterval = HostDuration.milliseconds(10)

  /// Creates a request without a block.
  package init() {}

  /// Sets the block, which replaces an earlier one.
  func set(on queue: DispatchQueue, _ block: @escaping () -> Void) {
    let made = Block(call: block, queue: queue)
    state.withLock {
      $0.block = made
      $0.number += 1
      $0.retry = nil
    }
  }

  /// Removes the block. A call in progress continues.
  func stop() {
    state.withLock {
      $0.block = nil
      $0.number += 1
      $0.retry = nil
    }
  }

  /// Calls the block unless it is being called, or was called in vain a moment ago.
  ///
  /// - Parameters:
  ///   - enqueued: The number of samples enqueued so far.
  ///   - clock: The time for the next attempt.
  ///   - gate: Opened after the call.
  /// - Returns: When to try again; nil: after the next change.
  func call(enqueued: @escaping @Sendable () -> Int, clock: any EngineClock, gate: any Gate) -> HostTime? {
    let now = clock.now
    let (block, number, retry) = state.withLock { state -> (Block?, Int, HostTime?) in
      guard let block = state.block, !state.isCalling else { return (nil, 0, nil) }
      if let retry = state.retry, retry > now { return (nil, 0, retry) }
      state.isCalling = true
      state.enqueued = enqueued()
      return (block, state.number, nil)
    }
    guard let block else { return retry }
    block.queue.async { [self] in
      // A request that was stopped meanwhile is not called any more.
      if state.withLock({ $0.number == number }) { block.call() }
      let total = enqueued()
      let next = clock.now + Self.retryInterval
      state.withLock {
        $0.isCalling = false
        $0.retry = total == $0.enqueued && $0.number == number ? next : nil
      }
      gate.open()
    }
    return nil
  }
}
