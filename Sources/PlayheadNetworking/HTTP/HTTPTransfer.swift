import Synchronization

/// The callbacks of a transfer. All are called on the network thread, one at a time, and must return at once; none is
/// called after `end`, and after `cancel` at most one that was already in progress.
package struct HTTPTransferHandlers: Sendable {
  /// Receives the header of the final response. False: the body is not needed, and the transfer ends as cancelled.
  package var head: @Sendable (HTTPResponseHead) -> Bool
  /// Receives a part of the body. False: it was rejected; the transfer pauses, and delivers it again after
  /// `HTTPTransfer.resume`.
  package var body: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// The last call; nil if the response is complete.
  package var end: @Sendable (HTTPFailure?) -> Void

  /// Creates handlers from three functions, all of which the network thread calls.
  package init(
    head: @escaping @Sendable (HTTPResponseHead) -> Bool, body: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    end: @escaping @Sendable (HTTPFailure?) -> Void
  ) {
    self.head = head
    self.body = body
    self.end = end
  }
}

/// A request in progress. Its methods return at once and may be called from any thread.
package struct HTTPTransfer: Sendable, Equatable {
  /// The number of the transfer within its client.
  let identifier: Int
  /// The client whose network thread runs the transfer.
  let client: HTTPClient

  /// Continues after a pause.
  package func resume() { client.post(.resume(identifier)) }
  /// Ends the transfer; the connection is closed unless others share it.
  package func cancel() { client.post(.cancel(identifier)) }

  /// Whether both are the same transfer.
  package static func == (a: HTTPTransfer, b: HTTPTransfer) -> Bool {
    a.identifier == b.identifier && a.client === b.client
  }
}
