import Foundation

/// A request to the application's delegate: for a range of a resource, and for its content information if not yet
/// known.
///
///     begun ──► content ──► bytes, in order, in pieces ──► finished / failed
///       │                                                     ▲
///       ├──► redirected ──────────────────────────────────────┤
///       └──► cancelled: later responses are ignored ──────────┘
package final class DelegatedRequest: Sendable {
  /// The result of a request.
  package enum End: Sendable, Equatable {
    /// The delegate has provided all bytes that it will provide.
    case finished
    /// The delegate has reported an error.
    case failed(DelegateFailure)
    /// The delegate refers to another URL, to be requested with these fields.
    case redirected(URL, fields: [RequestOptions.Field])
    /// The client no longer needs the bytes.
    case cancelled
  }

  /// The state that the client and the delegate's threads share.
  struct State {
    /// The content information; nil before the delegate provides it.
    var content: DelegatedContent?
    /// The bytes that the client has not taken yet.
    var bytes: [UInt8] = []
    /// The number of bytes received so far, including those taken.
    var received: Int64 = 0
    /// The result; nil while the request is pending. The first one counts.
    var end: End?
  }

  /// The URL with the custom scheme.
  package let url: URL
  /// The offset of the first requested byte.
  package let offset: Int64
  /// nil: all bytes to the end.
  package let length: Int64?
  /// Whether the content information is requested.
  package let wantsContent: Bool
  /// Whether this renews an expiring resource.
  package let isRenewal: Bool
  /// The fields, cookies and user agent for the URL.
  package let fields: [RequestOptions.Field]
  /// The state, changed under its lock. Clients may wait for changes.
  let monitor = Monitor(State())
  /// Called after each change, on the thread of the delegate's call.
  private let onChange: @Sendable () -> Void

  /// Creates a request; the caller passes it to the delegate.
  init(
    url: URL, offset: Int64, length: Int64?, wantsContent: Bool, isRenewal: Bool = false,
    fields: [RequestOptions.Field], onChange: @escaping @Sendable () -> Void
  ) {
    self.url = url
    self.offset = offset
    self.length = length
    self.wantsContent = wantsContent
    self.isRenewal = isRenewal
    self.fields = fields
    self.onChange = onChange
  }

  // MARK: Delegate side

  /// Sets the content information.
  package func setContent(_ content: DelegatedContent) {
    monitor.change { if $0.end == nil { $0.content = content } }
    onChange()
  }

  /// Appends the next bytes. Bytes beyond the requested range and after the end are ignored.
  package func respond(_ data: Data) {
    monitor.change { state in
      guard state.end == nil else { return }
      let capacity = length.map { max(0, $0 - state.received) } ?? .max
      let taken = data.prefix(Int(clamping: capacity))
      state.bytes += taken
      state.received += Int64(taken.count)
    }
    onChange()
  }

  /// Completes the request.
  package func finish() { end(.finished) }
  /// Fails the request with the application's error.
  package func fail(_ cause: (any Error)?) { end(.failed(DelegateFailure(cause))) }
  /// Redirects the request to another URL.
  package func redirect(to url: URL, fields: [RequestOptions.Field]) { end(.redirected(url, fields: fields)) }

  /// Sets the result unless the request has already ended.
  private func end(_ end: End) {
    monitor.change { if $0.end == nil { $0.end = end } }
    onChange()
  }

  /// The offset of the next expected byte.
  package var currentOffset: Int64 { offset + monitor.withLock { $0.received } }
  /// Whether the client cancelled the request.
  package var isCancelled: Bool { monitor.withLock { $0.end == .cancelled } }
  /// Whether the delegate completed, failed or redirected the request.
  package var isFinished: Bool { monitor.withLock { $0.end != nil && $0.end != .cancelled } }

  // MARK: Client side

  /// Cancels the request. True if it was still pending.
  ///
  /// The delegate is not notified: the caller does that.
  func cancel() -> Bool {
    monitor.change { state in
      guard state.end == nil else { return false }
      state.end = .cancelled
      state.bytes = []
      return true
    }
  }
}
