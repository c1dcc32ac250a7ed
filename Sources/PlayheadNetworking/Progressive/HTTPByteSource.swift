import Foundation

/// A server resource that is read while it is fetched. Creation does not block; `prepare` sends the first request.
///
/// The reader thread calls `read` and waits for bytes; the network thread delivers them. Both only pass events to
/// `ProgressiveFetch`, under one lock, and perform the resulting actions after releasing it.
package final class HTTPByteSource: ByteSource {
  /// The state that the reader and the network thread share.
  private struct State {
    /// The decisions and the cached bytes.
    var fetch: ProgressiveFetch
    /// The running transfers by request identifier.
    var transfers: [Int: HTTPTransfer] = [:]
    /// Whether reads fail until `resume`.
    var isCancelled = false
  }

  /// The URL of the resource before redirections.
  private let url: URL
  /// The application's options, sent to the resource's own host only.
  private let options: RequestOptions
  /// The retries and time limits, with the application's `networkTimeout` applied.
  private let policy: RetryPolicy
  /// The client whose network thread runs the transfers.
  private let client: HTTPClient
  /// The cookies of this source's transfers.
  private let jar: CookieJar
  /// Wakes the reader after each event of the network thread.
  private let monitor: Monitor<State>

  /// Creates a source without a request.
  package init(
    url: URL, options: RequestOptions = RequestOptions(), policy: RetryPolicy = .progressive,
    limits: FetchLimits = FetchLimits(), client: HTTPClient = .shared
  ) {
    let policy = policy.waiting(for: options.networkTimeout)
    self.url = url
    self.options = options
    self.policy = policy
    self.client = client
    jar = CookieJar(options.cookies, client: client)
    monitor = Monitor(State(fetch: ProgressiveFetch(limits: limits, policy: policy, now: NetworkTime.now)))
  }

  deinit {
    for transfer in monitor.withLock({ Array($0.transfers.values) }) { transfer.cancel() }
  }

  // MARK: Reader side

  /// Sends the first request and waits for its response.
  ///
  /// - Throws: `cancelled`, or the failure after all retries.
  package func prepare() throws(ByteSourceError) {
    perform(monitor.withLock { $0.fetch.open(now: NetworkTime.now) })
    let outcome = monitor.wait { state -> Result<Void, ByteSourceError>? in
      if state.isCancelled { return .failure(.cancelled) }
      if let failure = state.fetch.failure { return .failure(failure) }
      return state.fetch.entity == nil ? nil : .success(())
    }
    try outcome.get()
  }

  /// Copies cached bytes, or waits for the network.
  ///
  /// - Throws: `cancelled`, or the failure after all retries; `resume` permits another attempt.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      let (result, actions) = monitor.withLock { state -> (ProgressiveFetch.ReadResult, [ProgressiveFetch.Action]) in
        if state.isCancelled { return (.failed(.cancelled), []) }
        return state.fetch.read(into: buffer, now: NetworkTime.now)
      }
      perform(actions)
      switch result {
      case .bytes(let count): return count
      case .end: return 0
      case .failed(let error): throw error
      case .wait:
        monitor.wait { state -> Void? in
          state.isCancelled || state.fetch.failure != nil || state.fetch.canProceed ? () : nil
        }
      }
    }
  }

  /// Moves the position; requests are sent by the next `read`.
  ///
  /// - Throws: `noRanges` unless the resource is seekable.
  package func seek(to offset: Int64) throws(ByteSourceError) {
    let isPossible = monitor.withLock { state -> Bool in
      guard offset >= 0, state.fetch.isSeekable || offset == state.fetch.position else { return false }
      state.fetch.position = offset
      return true
    }
    if !isPossible { throw .noRanges }
  }

  /// The size that the server declared; nil if unknown, and before the first response.
  package var size: Int64? { monitor.withLock { $0.fetch.size } }
  /// Whether the server supports ranges, or the cache can hold the whole resource.
  package var isSeekable: Bool { monitor.withLock { $0.fetch.isSeekable } }

  /// The cached bytes at the start of the resource.
  package func head(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = bytes.withUnsafeMutableBytes { buffer in monitor.withLock { $0.fetch.store.read(at: 0, into: buffer) } }
    return Array(bytes.prefix(found))
  }

  /// The peeked bytes remain cached for reading from the beginning.
  package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    var found = 0
    while found < count {
      let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[found...]))
      if read == 0 { break }
      found += read
    }
    monitor.withLock { $0.fetch.position = 0 }
    return Array(buffer.prefix(found))
  }

  /// The properties that the server declared; nil before that, or if no copy may be stored.
  var metadata: CacheMetadata? {
    monitor.withLock { state in
      guard let entity = state.fetch.entity, entity.mayBeStored, entity.access != .live else { return nil }
      return CacheMetadata(size: state.fetch.size, validator: entity.validator, location: state.fetch.location)
    }
  }

  /// The URL after redirections; nil without any.
  package var location: URL? { monitor.withLock { $0.fetch.location } }

  /// The state of the transfers. Waits for the lock only, which is never held during a request.
  package var transfer: TransferSnapshot? { monitor.withLock { $0.fetch.snapshot } }

  /// Whether reads fail until `resume`.
  package var isCancelled: Bool { monitor.withLock { $0.isCancelled } }

  /// Makes reads fail; the transfers continue until their read-ahead is full.
  package func cancel() { monitor.change { $0.isCancelled = true } }

  /// Takes effect with the next read.
  package func setReadAhead(_ bytes: Int?) { monitor.withLock { $0.fetch.requestedReadAhead = bytes } }

  /// Allows reads again, and permits another attempt after a failure.
  package func resume() {
    monitor.change {
      $0.isCancelled = false
      $0.fetch.startOver()
    }
  }

  // MARK: Performing actions

  /// Carries out the actions of the fetch, without the lock.
  private func perform(_ actions: [ProgressiveFetch.Action]) {
    for action in actions {
      switch action {
      case .sendRequest(let requestID, let offset, let delay, let within, let validator, let withoutRange):
        sendRequest(
          requestID: requestID, offset: offset, after: delay, within: within, validator: validator,
          withoutRange: withoutRange)
      case .resume(let requestID): monitor.withLock { $0.transfers[requestID] }?.resume()
      case .stop(let requestID): monitor.withLock { $0.transfers.removeValue(forKey: requestID) }?.cancel()
      }
    }
  }

  /// Starts the transfer of a request.
  ///
  /// - Parameter withoutRange: Whether the request omits the range.
  private func sendRequest(
    requestID: Int, offset: Int64, after delay: Double, within: Double, validator: String?, withoutRange: Bool
  ) {
    var limits = policy.limits
    limits.firstByte = min(limits.firstByte, within)
    var request = HTTPRequest(
      url: monitor.withLock { $0.fetch.location } ?? url, options: options, credentialURL: url,
      range: withoutRange ? nil : HTTPRequest.Range(first: offset, validator: validator), limits: limits)
    request.wantsStreamTitles = true
    // Later requests of an opened resource are subject to the reference policy: another response of its host name must
    // not redirect elsewhere.
    if monitor.withLock({ $0.fetch.entity != nil }) { request.referrer = Referrer(url: url, root: url) }
    var reported = CMCDValues(.muxed)
    reported.isSegmented = false
    reported.throughput = self.transfer?.throughput
    reported.isUrgent = self.transfer?.isWaiting == true
    request.addCMCD(reported)
    let requestURL = request.url
    // Weak: the source cancels its transfers in deinit, so the network must not retain it.
    let transfer = client.start(
      request, jar: jar, after: delay,
      handlers: HTTPTransferHandlers(
        head: { [weak self] head in self?.answered(requestID, head, requestURL: requestURL) ?? false },
        body: { [weak self] bytes in self?.received(requestID, bytes) ?? true },
        end: { [weak self] failure in self?.ended(requestID, failure) }))
    // The other thread may have removed the request in the meantime.
    let isStale = monitor.withLock { state -> Bool in
      guard state.fetch.requests.index(of: requestID) != nil else { return true }
      state.transfers[requestID] = transfer
      return false
    }
    if isStale { transfer.cancel() }
  }

  // MARK: Network side

  /// Passes a response header to the fetch. Called on the network thread.
  private func answered(_ requestID: Int, _ head: HTTPResponseHead, requestURL: URL) -> Bool {
    let (isAccepted, actions) = monitor.change { state -> (Bool, [ProgressiveFetch.Action]) in
      let answer = state.fetch.answered(request: requestID, head, now: NetworkTime.now)
      if answer.0, head.url != url, head.url != requestURL { state.fetch.location = head.url }
      return answer
    }
    perform(actions)
    return isAccepted
  }

  /// Passes a part of a body to the fetch; false pauses the transfer. Called on the network thread.
  private func received(_ requestID: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, actions) = monitor.change { $0.fetch.received(request: requestID, bytes, now: NetworkTime.now) }
    perform(actions)
    return isTaken
  }

  /// Passes the end of a transfer to the fetch. Called on the network thread.
  private func ended(_ requestID: Int, _ failure: HTTPFailure?) {
    perform(
      monitor.change { state in
        state.transfers[requestID] = nil
        return state.fetch.ended(request: requestID, failure, now: NetworkTime.now)
      })
  }
}
