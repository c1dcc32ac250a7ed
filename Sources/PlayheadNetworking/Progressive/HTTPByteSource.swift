import Foundation

/// A server resource that is read while it is fetched. Creation does not block; `prepare` sends the first request.
///
/// The reader thread calls `read` and waits for bytes; the network thread delivers them. Both only pass events to
/// `ProgressiveFetch`, under one lock, and perform the resulting actions after releasing it.
package final class HTTPByteSource: ByteSource {
  private struct State {
    var fetch: ProgressiveFetch
    var transfers: [Int: HTTPTransfer] = [:]
    var isCancelled = false
  }

  private let url: URL
  private let options: RequestOptions
  private let policy: RetryPolicy
  private let client: HTTPClient
  private let jar: CookieJar
  private let monitor: Monitor<State>

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

  package func prepare() throws(ByteSourceError) {
    perform(monitor.withLock { $0.fetch.open(now: NetworkTime.now) })
    let outcome = monitor.wait { state -> Result<Void, ByteSourceError>? in
      if state.isCancelled { return .failure(.cancelled) }
      if let failure = state.fetch.failure { return .failure(failure) }
      return state.fetch.entity == nil ? nil : .success(())
    }
    try outcome.get()
  }

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

  package func seek(to offset: Int64) throws(ByteSourceError) {
    let isPossible = monitor.withLock { state -> Bool in
      guard offset >= 0, state.fetch.isSeekable || offset == state.fetch.position else { return false }
      state.fetch.position = offset
      return true
    }
    if !isPossible { throw .noRanges }
  }

  package var size: Int64? { monitor.withLock { $0.fetch.size } }
  package var isSeekable: Bool { monitor.withLock { $0.fetch.isSeekable } }

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
  var facts: CacheMetadata? {
    monitor.withLock { state in
      guard let entity = state.fetch.entity, entity.mayBeStored, entity.access != .live else { return nil }
      return CacheMetadata(size: state.fetch.size, validator: entity.validator, location: state.fetch.location)
    }
  }

  package var location: URL? { monitor.withLock { $0.fetch.location } }

  package var transfer: TransferSnapshot? { monitor.withLock { $0.fetch.snapshot } }

  package var isCancelled: Bool { monitor.withLock { $0.isCancelled } }

  package func cancel() { monitor.change { $0.isCancelled = true } }

  package func setReadAhead(_ bytes: Int?) { monitor.withLock { $0.fetch.requestedReadAhead = bytes } }

  package func resume() {
    monitor.change {
      $0.isCancelled = false
      $0.fetch.startOver()
    }
  }

  // MARK: Performing actions

  private func perform(_ actions: [ProgressiveFetch.Action]) {
    for action in actions {
      switch action {
      case .sendRequest(let lane, let offset, let delay, let within, let validator, let plainly):
        sendRequest(lane: lane, offset: offset, after: delay, within: within, validator: validator, plainly: plainly)
      case .resume(let lane): monitor.withLock { $0.transfers[lane] }?.resume()
      case .stop(let lane): monitor.withLock { $0.transfers.removeValue(forKey: lane) }?.cancel()
      }
    }
  }

  private func sendRequest(
    lane: Int, offset: Int64, after delay: Double, within: Double, validator: String?, plainly: Bool
  ) {
    var limits = policy.limits
    limits.firstByte = min(limits.firstByte, within)
    var request = HTTPRequest(
      url: monitor.withLock { $0.fetch.location } ?? url, options: options, credentialURL: url,
      range: plainly ? nil : HTTPRequest.Range(first: offset, validator: validator), limits: limits)
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
        head: { [weak self] head in self?.answered(lane, head, requestURL: requestURL) ?? false },
        body: { [weak self] bytes in self?.received(lane, bytes) ?? true },
        end: { [weak self] failure in self?.ended(lane, failure) }))
    // The other thread may have removed the lane in the meantime.
    let isStale = monitor.withLock { state -> Bool in
      guard state.fetch.lanes.contains(where: { $0.identifier == lane }) else { return true }
      state.transfers[lane] = transfer
      return false
    }
    if isStale { transfer.cancel() }
  }

  // MARK: Network side

  private func answered(_ lane: Int, _ head: HTTPResponseHead, requestURL: URL) -> Bool {
    let (isWanted, actions) = monitor.change { state -> (Bool, [ProgressiveFetch.Action]) in
      let answer = state.fetch.answered(lane: lane, head, now: NetworkTime.now)
      if answer.0, head.url != url, head.url != requestURL { state.fetch.location = head.url }
      return answer
    }
    perform(actions)
    return isWanted
  }

  private func received(_ lane: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, actions) = monitor.change { $0.fetch.received(lane: lane, bytes, now: NetworkTime.now) }
    perform(actions)
    return isTaken
  }

  private func ended(_ lane: Int, _ failure: HTTPFailure?) {
    perform(
      monitor.change { state in
        state.transfers[lane] = nil
        return state.fetch.ended(lane: lane, failure, now: NetworkTime.now)
      })
  }
}
