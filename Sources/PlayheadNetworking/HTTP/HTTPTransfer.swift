import Synchronization

/// What a transfer tells. All are called on the network's thread, one at a time, and must return at once; nothing is
/// called after `end`, and after `cancel` at most what was already under way.
package struct HTTPTransferHandlers: Sendable {
  /// The head of the answer that is no redirection. False: the body is not wanted, and the transfer ends as cancelled.
  package var head: @Sendable (HTTPResponseHead) -> Bool
  /// A piece of the body. False: it was not taken; the transfer pauses, and gives it again after `HTTPTransfer.resume`.
  package var body: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// The last call; nil when the answer is complete.
  package var end: @Sendable (HTTPFailure?) -> Void

  package init(
    head: @escaping @Sendable (HTTPResponseHead) -> Bool, body: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    end: @escaping @Sendable (HTTPFailure?) -> Void
  ) {
    self.head = head
    self.body = body
    self.end = end
  }
}

/// A request under way. Its calls return at once and may come from any thread.
package struct HTTPTransfer: Sendable, Equatable {
  let identifier: Int
  let client: HTTPClient

  /// Goes on after a pause.
  package func resume() { client.post(.resume(identifier)) }
  /// Ends it; the connection is closed unless others share it.
  package func cancel() { client.post(.cancel(identifier)) }

  package static func == (a: HTTPTransfer, b: HTTPTransfer) -> Bool {
    a.identifier == b.identifier && a.client === b.client
  }
}
