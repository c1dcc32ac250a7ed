import Foundation

/// A resource from a server.
package final class HTTPResourceLoad: ResourceLoad {
  /// The state that readers and the network thread share.
  private struct State {
    /// The decisions and the received bytes.
    var fetch: ResourceFetch
    /// The transfer of the newest attempt.
    var transfer: HTTPTransfer?
    /// Whether reads fail until `resume`.
    var isInterrupted = false
    /// Whether the load was cancelled: no further attempt starts.
    var isCancelled = false
    /// The number of the newest attempt: events of older ones are ignored.
    var attempt = 0
  }

  /// The request, repeated by each attempt for the missing bytes.
  private let request: ResourceRequest
  /// The client whose network thread runs the transfer.
  private let client: HTTPClient
  /// Wakes readers after each event of the network thread.
  private let monitor: Monitor<State>
  /// Called once, on the network thread, when the load has completed or failed.
  private let onEnd: @Sendable () -> Void

  /// `onEnd` is called once on the network thread when the load has ended, and must return at once.
  package init(_ request: ResourceRequest, client: HTTPClient = .shared, onEnd: @escaping @Sendable () -> Void = {}) {
    self.request = request
    self.client = client
    self.onEnd = onEnd
    monitor = Monitor(State(fetch: ResourceFetch(request, now: NetworkTime.now)))
    perform(monitor.withLock { $0.fetch.start() })
  }

  deinit { monitor.withLock { $0.transfer }?.cancel() }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let result = monitor.wait { state -> Result<Int, ByteSourceError>? in
      if state.isInterrupted || state.isCancelled { return .failure(.cancelled) }
      let count = min(buffer.count, state.fetch.body.count - offset)
      if count > 0 {
        state.fetch.body.withUnsafeBytes { bytes in
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
        }
        return .success(count)
      }
      if let failure = state.fetch.failure { return .failure(failure) }
      return state.fetch.isComplete ? .success(0) : nil
    }
    return try result.get()
  }

  package func all() throws(ByteSourceError) -> [UInt8] {
    let result = monitor.wait { state -> Result<[UInt8], ByteSourceError>? in
      if let failure = state.fetch.failure { return .failure(failure) }
      if state.fetch.isComplete { return .success(state.fetch.body) }
      return state.isInterrupted || state.isCancelled ? .failure(.cancelled) : nil
    }
    return try result.get()
  }

  package func interrupt() { monitor.change { $0.isInterrupted = true } }
  package func resume() { monitor.withLock { $0.isInterrupted = false } }
  package func cancel() {
    monitor.change {
      $0.isCancelled = true
      return $0.transfer
    }?.cancel()
  }
  package var report: ResourceReport { monitor.withLock { $0.fetch.report } }

  // MARK: Network side

  private func perform(_ actions: [ResourceFetch.Action]) {
    for case .sendRequest(let from, let after, let within, let validator) in actions {
      sendRequest(from: from, after: after, within: within, validator: validator)
    }
  }

  /// Starts an attempt; does nothing after `cancel`.
  ///
  /// - Parameter from: The offset within the requested part.
  private func sendRequest(from: Int, after: Double, within: Double, validator: String?) {
    var limits = request.policy.limits
    limits.firstByte = min(limits.firstByte, within)
    var httpRequest = HTTPRequest(
      url: request.url, options: request.options, credentialURL: request.credentialURL, limits: limits)
    httpRequest.acceptsCompression = request.acceptsCompression
    httpRequest.referrer = request.referrer
    if let range = request.range {
      httpRequest.range = .init(first: range.offset + Int64(from), last: range.offset + range.length - 1)
    } else if from > 0 {
      httpRequest.range = .init(first: Int64(from))
    }
    if from > 0 { httpRequest.range?.validator = validator }
    httpRequest.addCMCD(request.clientData)
    let requestURL = httpRequest.url
    let attempt = monitor.withLock { state -> Int? in
      state.attempt += 1
      return state.isCancelled ? nil : state.attempt
    }
    guard let attempt else { return }
    let transfer = client.start(
      httpRequest, jar: request.jar, after: after,
      handlers: HTTPTransferHandlers(
        head: { [weak self] head in self?.answered(attempt, head, requestURL: requestURL) ?? false },
        body: { [weak self] bytes in
          self?.received(attempt, bytes)
          return true
        },
        end: { [weak self] failure in self?.ended(attempt, failure) }))
    let isStale = monitor.withLock { state -> Bool in
      guard state.attempt == attempt, !state.isCancelled else { return true }
      state.transfer = transfer
      return false
    }
    if isStale { transfer.cancel() }
  }

  /// Passes a response header to the fetch. Called on the network thread.
  private func answered(_ attempt: Int, _ head: HTTPResponseHead, requestURL: URL) -> Bool {
    var head = head
    // CMCD query parameters are not part of the URL.
    if head.url == requestURL { head.url = request.url }
    let answered = head
    let (isAccepted, actions, isOver) = monitor.change { state -> (Bool, [ResourceFetch.Action], Bool) in
      guard state.attempt == attempt, !state.fetch.isOver else { return (false, [], false) }
      let answer = state.fetch.answered(answered, now: NetworkTime.now)
      return (answer.0, answer.1, state.fetch.isOver)
    }
    perform(actions)
    if isOver { onEnd() }
    return isAccepted
  }

  /// Passes a part of the body to the fetch; cancels the transfer if that completes or fails the load.
  private func received(_ attempt: Int, _ bytes: UnsafeRawBufferPointer) {
    let ended = monitor.change { state -> HTTPTransfer?? in
      guard state.attempt == attempt, !state.fetch.isOver else { return nil }
      state.fetch.received(bytes, now: NetworkTime.now)
      return state.fetch.isOver ? .some(state.transfer) : nil
    }
    guard let ended else { return }
    ended?.cancel()
    onEnd()
  }

  /// Passes the end of an attempt to the fetch, which may start another one.
  private func ended(_ attempt: Int, _ failure: HTTPFailure?) {
    let (actions, isOver) = monitor.change { state -> ([ResourceFetch.Action], Bool) in
      guard state.attempt == attempt, !state.fetch.isOver else { return ([], false) }
      let actions = state.fetch.ended(failure, now: NetworkTime.now)
      return (actions, state.fetch.isOver)
    }
    perform(actions)
    if isOver { onEnd() }
  }
}
