import PlayheadNetworking
import Synchronization

/// The thread-safe control of a composition's reader: cancels the reads of all of its sources.
package final class CompositionControl: TransferControl {
  /// The state that all threads share.
  private struct State {
    /// Set by `cancel` until `resume`.
    var isCancelled = false
    /// The open sources.
    var sources: [ObjectIdentifier: any TransferControl] = [:]
  }

  private let state = Mutex(State())

  /// Creates a control without sources.
  package init() {}

  /// None: a composition has several sources, whose bytes do not correspond to its timeline.
  package var transfer: TransferSnapshot? { nil }

  /// Whether reads end with `.cancelled`.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Makes reads of all sources, present and future ones, fail until `resume`.
  package func cancel() {
    // Under the lock, so that a source that is added meanwhile is not missed. A source's `cancel` never blocks.
    state.withLock { state in
      state.isCancelled = true
      for source in state.sources.values { source.cancel() }
    }
  }

  /// Allows reads again.
  package func resume() {
    state.withLock { state in
      state.isCancelled = false
      for source in state.sources.values { source.resume() }
    }
  }

  /// Adds a source, which is cancelled at once if the reader is.
  func add(_ source: any TransferControl) {
    state.withLock { state in
      state.sources[ObjectIdentifier(source)] = source
      if state.isCancelled { source.cancel() }
    }
  }

  /// Removes a source that is closed.
  func remove(_ source: any TransferControl) {
    state.withLock { $0.sources[ObjectIdentifier(source)] = nil }
  }
}
