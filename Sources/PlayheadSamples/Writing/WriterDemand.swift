import Foundation
import PlayheadClock
import PlayheadItems
import Synchronization

/// Calls a program's block on its queue as long as an input of a writer is ready for samples. Any thread.
package final class WriterDemand: Sendable {
  private let gate: any Gate
  private let isEnded: Flag

  /// A Boolean that threads share.
  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Starts a thread that calls the block, one call at a time.
  ///
  /// - Parameters:
  ///   - isReady: Whether a sample may be appended.
  ///   - appended: The number of samples so far: a block that appends none is called again after a moment.
  package init(
    on queue: DispatchQueue, isReady: @escaping @Sendable () -> Bool, appended: @escaping @Sendable () -> Int,
    block: @escaping () -> Void
  ) {
    let clock = PlaybackEnvironment.current.clock
    let (gate, isEnded, request) = (clock.makeGate("writer input"), Flag(), MediaDataRequest())
    (self.gate, self.isEnded) = (gate, isEnded)
    request.set(on: queue, block)
    _ = EngineThread("playhead.inputs", clock: clock) {
      while !isEnded.value.load(ordering: .acquiring) {
        let retry = isReady() ? request.call(enqueued: appended, clock: clock, gate: gate) : nil
        gate.wait(until: retry)
      }
      request.stop()
    }
  }

  /// Reports that the input may have become ready.
  package func wake() { gate.open() }

  /// Ends the calls, except one in progress.
  package func end() {
    isEnded.value.store(true, ordering: .releasing)
    gate.open()
  }

  deinit { end() }
}
