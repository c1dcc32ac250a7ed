/// Controls a running transfer, for threads that must not block.
package protocol TransferControl: AnyObject, Sendable {
  /// The transfer state so far; nil if nothing has to be fetched. Readable from any thread without waiting.
  var transfer: TransferSnapshot? { get }
  /// Whether the reader waits: for bytes, or for something else that the media needs. Readable from any thread without
  /// waiting.
  var isWaiting: Bool { get }
  /// Makes a blocked `read` and all later ones fail with `.cancelled` until `resume` is called.
  func cancel()
  /// Allows reads again after `cancel`.
  func resume()
  /// Whether `cancel` was called after the last `resume`. Readable from any thread without waiting.
  var isCancelled: Bool { get }
  /// Sets the maximum read-ahead in bytes, as a hint; nil for the source's default.
  func setReadAhead(_ bytes: Int?)
}

extension TransferControl {
  /// Whether the transfer waits for bytes.
  package var isWaiting: Bool { transfer?.isWaiting == true }
  /// Ignores the hint: sources without a network do not read ahead.
  package func setReadAhead(_ bytes: Int?) {}
}
