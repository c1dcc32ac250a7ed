import PlayheadNetworking
import Synchronization

/// The thread-safe control of a container that may need content keys: cancels its byte source and a wait for a key.
package final class ContainerControl: TransferControl {
  /// The state that all threads share.
  private struct State {
    /// Set by `cancel` until `resume`.
    var isCancelled = false
    /// The wait of the reader; nil: none.
    var wait: ContentKeyWait?
  }

  /// The source of the container's bytes.
  private let source: any TransferControl
  private let state = Mutex(State())

  /// Creates a control of a source.
  package init(_ source: any TransferControl) { self.source = source }

  /// The source's transfer state; nil if nothing has to be fetched.
  package var transfer: TransferSnapshot? { source.transfer }
  /// Whether the reader waits for bytes or for a key.
  package var isWaiting: Bool { state.withLock { $0.wait != nil } || source.isWaiting }
  /// Whether reads and waits fail.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } || source.isCancelled }
  /// Passes the hint to the source.
  package func setReadAhead(_ bytes: Int?) { source.setReadAhead(bytes) }

  /// Interrupts the reader, whether it waits for bytes or for a key.
  package func cancel() {
    state.withLock { state -> ContentKeyWait? in
      state.isCancelled = true
      return state.wait
    }?.interrupt()
    source.cancel()
  }

  /// Permits the reader to wait again.
  package func resume() {
    state.withLock { $0.isCancelled = false }
    source.resume()
  }

  /// Waits for a key on the reader's thread.
  ///
  /// - Returns: The key, or the failure with the program's error.
  /// - Throws: `cancelled` if the reader is or becomes cancelled.
  func key(_ wait: ContentKeyWait) throws(ByteSourceError) -> Result<ContentKey, DelegateFailure> {
    let mayWait = state.withLock { state -> Bool in
      guard !state.isCancelled else { return false }
      state.wait = wait
      return true
    }
    guard mayWait else { throw .cancelled }
    defer { state.withLock { $0.wait = nil } }
    return try wait.key()
  }
}
