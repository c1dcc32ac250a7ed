/// The handle on something that fetches, for threads that do not wait.
package protocol TransferControl: AnyObject, Sendable {
  /// What was fetched so far; nil where nothing has to be fetched. Readable from any thread without waiting.
  var transfer: TransferSnapshot? { get }
  /// Makes a blocked and every later `read` end with `.cancelled`, until `resume` is called.
  func cancel()
  func resume()
  /// Whether `cancel` was called after the last `resume`. Readable from any thread without waiting.
  var isCancelled: Bool { get }
  /// How many bytes ahead are fetched at most from now on; nil for what the source finds right. As far as it can be followed.
  func setAhead(_ bytes: Int?)
}

extension TransferControl {
  package func setAhead(_ bytes: Int?) {}
}
