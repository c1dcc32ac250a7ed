import Foundation

/// A resource that the application's delegate provides, requested in chunks so that it cannot exhaust the memory.
package final class DelegateByteSource: ByteSource {
  /// The state that the reader and the delegate's threads share.
  private struct State {
    /// The content information; nil before `prepare` has completed.
    var content: DelegatedContent?
    /// The newest request, pending or finished.
    var request: DelegatedRequest?
    /// The buffered bytes, and the offset of the first one.
    var window: [UInt8] = []
    /// The offset of the first byte of `window` in the resource.
    var start: Int64 = 0
    /// The offset of the next byte to read.
    var position: Int64 = 0
    /// Whether reads fail until `resume`.
    var isCancelled = false
    /// Whether the reader waits for bytes.
    var isWaiting = false
    /// The bytes received by all requests, for the access log.
    var received: Int64 = 0
    /// The number of requests to the delegate.
    var requestCount = 0
    /// The source at the location that the delegate redirected to.
    var other: HTTPByteSource?

    /// The offset after the last buffered byte.
    var end: Int64 { start + Int64(window.count) }
  }

  /// The URL with the custom scheme.
  private let url: URL
  /// The options of the asset; the delegate receives their fields.
  private let options: RequestOptions
  /// The application's delegate, called without the lock.
  private let delegate: any ResourceDelegate
  /// Wakes the reader after each response of the delegate.
  private let monitor = Monitor(State())

  /// The size of a chunk: two seconds at 8 Mbit/s.
  private static let piece: Int64 = 2 << 20
  /// The bytes retained behind the position.
  private static let back = 1 << 20

  /// Creates a source without a request.
  package init(url: URL, options: RequestOptions, delegate: any ResourceDelegate) {
    self.url = url
    self.options = options
    self.delegate = delegate
  }

  deinit { if let request = monitor.withLock({ $0.request }) { drop(request) } }

  /// Cancels a request, and notifies the delegate if it was still pending.
  private func drop(_ request: DelegatedRequest) { if request.cancel() { delegate.cancelled(request) } }

  // MARK: Requests

  /// Sends a request, and cancels the one before it.
  ///
  /// - Parameter length: nil for all bytes to the end.
  private func sendRequest(_ offset: Int64, _ length: Int64?, wantsContent: Bool) -> DelegatedRequest {
    let monitor = monitor
    let request = DelegatedRequest(
      url: url, offset: offset, length: length, wantsContent: wantsContent, fields: options.allFields
    ) {
      monitor.change { _ in }
    }
    let old = monitor.withLock { state in
      defer { state.request = request }
      state.requestCount += 1
      return state.request
    }
    if let old { drop(old) }
    delegate.begin(request)
    return request
  }

  /// Requests the content information together with the first two bytes, as delegates expect it.
  package func prepare() throws(ByteSourceError) {
    if monitor.withLock({ $0.content != nil || $0.other != nil }) { return }
    let request = sendRequest(0, 2, wantsContent: true)
    try waitForEnd(of: request)
    let (content, bytes, end) = request.monitor.withLock { ($0.content, $0.bytes, $0.end) }
    if case .redirected(let target, let fields)? = end {
      let other = HTTPByteSource(url: target, options: RequestOptions(fields: fields))
      monitor.withLock { $0.other = other }
      return try other.prepare()
    }
    if case .failed(let failure)? = end { throw .delegate(failure) }
    monitor.withLock {
      $0.content = content ?? DelegatedContent()
      $0.window = bytes
    }
  }

  /// Waits until a request has ended.
  ///
  /// - Throws: `cancelled`.
  private func waitForEnd(of request: DelegatedRequest) throws(ByteSourceError) {
    let isCancelled = monitor.wait { state -> Bool? in
      if state.isCancelled { return true }
      state.isWaiting = true
      return request.monitor.withLock { $0.end } == nil ? nil : false
    }
    monitor.withLock { $0.isWaiting = false }
    if isCancelled { throw .cancelled }
  }

  // MARK: Reading

  /// Copies buffered bytes, and requests the next chunk early; waits for the delegate if nothing is buffered.
  ///
  /// - Throws: `delegate`, `noRanges` or `cancelled`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if let other { return try other.read(into: buffer) }
    while true {
      let (count, isEnd) = monitor.withLock { state -> (Int, Bool) in
        collect(&state)
        if state.isCancelled { return (-1, false) }
        let count = take(&state, buffer)
        return (count, count == 0 && isAtEnd(state))
      }
      if count < 0 { throw .cancelled }
      if count > 0 {
        requestNextChunk()
        return count
      }
      if isEnd { return 0 }
      try continueReading()
    }
  }

  /// Collects the received bytes.
  private func collect(_ state: inout State) {
    guard let request = state.request, !request.wantsContent else { return }
    request.monitor.withLock { answer in
      state.window += answer.bytes
      state.received += Int64(answer.bytes.count)
      answer.bytes = []
    }
    let behind = Int(state.position - state.start) - Self.back
    if behind > Self.back, behind <= state.window.count {
      state.window.removeFirst(behind)
      state.start += Int64(behind)
    }
  }

  /// Copies the buffered bytes at the position; returns 0 if there are none.
  private func take(_ state: inout State, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard state.position >= state.start, state.position < state.end else { return 0 }
    let first = Int(state.position - state.start)
    let count = min(buffer.count, state.window.count - first)
    buffer.copyBytes(from: state.window[first..<first + count])
    state.position += Int64(count)
    return count
  }

  /// Whether the position is the end of the resource: the declared length, or the end of a response to a request for
  /// everything.
  private func isAtEnd(_ state: State) -> Bool {
    if let length = state.content?.length { return state.position >= length }
    // Without a length, the resource ends with the response to a request for all of it.
    guard let request = state.request, request.length == nil else { return false }
    return request.monitor.withLock { $0.end == .finished && $0.bytes.isEmpty } && state.position >= state.end
  }

  /// Waits for the pending request, or sends the next one, if no bytes are buffered.
  private func continueReading() throws(ByteSourceError) {
    let running = monitor.withLock { state -> DelegatedRequest? in
      guard let request = state.request, !request.wantsContent, state.position >= state.end,
        state.position >= request.offset, request.length.map({ state.position < request.offset + $0 }) ?? true,
        request.monitor.withLock({ $0.end }) == nil
      else { return nil }
      return request
    }
    guard let running else { return try requestAtPosition() }
    let isCancelled = monitor.wait { state -> Bool? in
      if state.isCancelled { return true }
      state.isWaiting = true
      return running.monitor.withLock { !$0.bytes.isEmpty || $0.end != nil } ? false : nil
    }
    monitor.withLock { $0.isWaiting = false }
    if isCancelled { throw .cancelled }
    if case .failed(let failure)? = running.monitor.withLock({ $0.end }) { throw .delegate(failure) }
  }

  /// Requests the bytes at the position.
  ///
  /// - Throws: `delegate` if the last request ended without bytes there; `noRanges` if the delegate provides no ranges.
  private func requestAtPosition() throws(ByteSourceError) {
    let (position, content, last) = monitor.withLock { ($0.position, $0.content, $0.request) }
    if let last, !last.wantsContent, last.offset == position, last.currentOffset == position {
      switch last.monitor.withLock({ $0.end }) {
      // The request finished without bytes at this position: the declared length was wrong.
      case .finished: throw .delegate(DelegateFailure(nil))
      case .failed(let failure): throw .delegate(failure)
      default: break
      }
    }
    let hasRanges = content?.hasRanges == true
    if !hasRanges, position != 0, position != monitor.withLock({ $0.end }) { throw .noRanges }
    monitor.withLock { state in
      if state.position != state.end {
        state.window = []
        state.start = hasRanges ? state.position : 0
      }
    }
    sendRequest(next: monitor.withLock { $0.end })
  }

  /// Requests a chunk, or everything from the beginning if the delegate provides no ranges or no length.
  private func sendRequest(next offset: Int64) {
    let content = monitor.withLock { $0.content }
    guard content?.hasRanges == true, let length = content?.length else {
      // Request everything from the beginning, including the first two bytes again.
      monitor.withLock {
        $0.window = []
        $0.start = 0
      }
      _ = sendRequest(0, nil, wantsContent: false)
      return
    }
    guard offset < length else { return }
    _ = sendRequest(offset, min(Self.piece, length - offset), wantsContent: false)
  }

  /// Requests the next chunk when less than half a chunk is left.
  private func requestNextChunk() {
    let next = monitor.withLock { state -> Int64? in
      guard state.content?.hasRanges == true, let length = state.content?.length, state.end < length,
        state.end - state.position < Self.piece / 2, let request = state.request, !request.wantsContent,
        request.monitor.withLock({ $0.end == .finished && $0.bytes.isEmpty })
      else { return nil }
      return state.end
    }
    if let next { sendRequest(next: next) }
  }

  /// Moves the position. Without ranges only within the buffered bytes.
  package func seek(to offset: Int64) throws(ByteSourceError) {
    if let other { return try other.seek(to: offset) }
    let isPossible = monitor.withLock { state -> Bool in
      guard offset >= 0, state.content?.hasRanges == true || offset >= state.start && offset <= state.end else {
        return false
      }
      state.position = offset
      return true
    }
    if !isPossible { throw .noRanges }
  }

  // MARK: State

  /// The source of the redirection's target; nil without a redirection. All calls are then passed on to it.
  private var other: HTTPByteSource? { monitor.withLock { $0.other } }

  /// The declared length; nil if the delegate declared none.
  package var size: Int64? { other?.size ?? monitor.withLock { $0.content?.length } }
  /// Whether the delegate provides byte ranges.
  package var isSeekable: Bool { other?.isSeekable ?? monitor.withLock { $0.content?.hasRanges == true } }
  /// The URL after a redirection by the delegate; nil without one.
  package var location: URL? { other.map { $0.location } ?? nil }

  /// The buffered bytes at the start of the resource.
  package func head(_ count: Int) -> [UInt8] {
    other?.head(count) ?? monitor.withLock { $0.start == 0 ? Array($0.window.prefix(count)) : [] }
  }

  /// Reads the first bytes and returns to the start; they remain buffered.
  package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] {
    if let other { return try other.peek(count) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    var found = 0
    while found < count {
      let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[found...]))
      if read == 0 { break }
      found += read
    }
    monitor.withLock { $0.position = 0 }
    return Array(buffer.prefix(found))
  }

  /// The buffered range and the counts so far. The throughput is not measured.
  package var transfer: TransferSnapshot? {
    if let other { return other.transfer }
    return monitor.withLock { state in
      var snapshot = TransferSnapshot()
      snapshot.loaded = state.window.isEmpty ? [] : [state.start..<state.end]
      snapshot.size = state.content?.length
      snapshot.bytesAhead = max(0, state.end - state.position)
      snapshot.bytesReceived = state.received
      snapshot.requestCount = state.requestCount
      snapshot.isWaiting = state.isWaiting
      snapshot.isFull = state.content?.length.map { state.end >= $0 } ?? false
      return snapshot
    }
  }

  /// Whether reads fail until `resume`.
  package var isCancelled: Bool { monitor.withLock { $0.isCancelled } }

  /// Makes reads fail; the pending request continues.
  package func cancel() {
    other?.cancel()
    monitor.change { $0.isCancelled = true }
  }

  /// Allows reads again.
  package func resume() {
    other?.resume()
    monitor.change { $0.isCancelled = false }
  }
}
