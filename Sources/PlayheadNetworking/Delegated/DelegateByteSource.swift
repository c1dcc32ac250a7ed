import Foundation

/// A resource that the application's delegate provides, requested in chunks so that it cannot exhaust the memory.
package final class DelegateByteSource: ByteSource {
  private struct State {
    var content: DelegatedContent?
    var request: DelegatedRequest?
    /// The buffered bytes, and the offset of the first one.
    var window: [UInt8] = []
    var start: Int64 = 0
    var position: Int64 = 0
    var isCancelled = false
    var isWaiting = false
    var received: Int64 = 0
    var requestCount = 0
    /// The source at the location that the delegate redirected to.
    var other: HTTPByteSource?

    var end: Int64 { start + Int64(window.count) }
  }

  private let url: URL
  private let options: RequestOptions
  private let delegate: any ResourceDelegate
  private let monitor = Monitor(State())

  /// The size of a chunk: two seconds at 8 Mbit/s.
  private static let piece: Int64 = 2 << 20
  /// The bytes retained behind the position.
  private static let back = 1 << 20

  package init(url: URL, options: RequestOptions, delegate: any ResourceDelegate) {
    self.url = url
    self.options = options
    self.delegate = delegate
  }

  deinit { if let request = monitor.withLock({ $0.request }) { drop(request) } }

  private func drop(_ request: DelegatedRequest) { if request.cancel() { delegate.cancelled(request) } }

  // MARK: Requests

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

  private func take(_ state: inout State, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard state.position >= state.start, state.position < state.end else { return 0 }
    let first = Int(state.position - state.start)
    let count = min(buffer.count, state.window.count - first)
    buffer.copyBytes(from: state.window[first..<first + count])
    state.position += Int64(count)
    return count
  }

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

  private var other: HTTPByteSource? { monitor.withLock { $0.other } }

  package var size: Int64? { other?.size ?? monitor.withLock { $0.content?.length } }
  package var isSeekable: Bool { other?.isSeekable ?? monitor.withLock { $0.content?.hasRanges == true } }
  package var location: URL? { other.map { $0.location } ?? nil }

  package func head(_ count: Int) -> [UInt8] {
    other?.head(count) ?? monitor.withLock { $0.start == 0 ? Array($0.window.prefix(count)) : [] }
  }

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

  package var isCancelled: Bool { monitor.withLock { $0.isCancelled } }

  package func cancel() {
    other?.cancel()
    monitor.change { $0.isCancelled = true }
  }

  package func resume() {
    other?.resume()
    monitor.change { $0.isCancelled = false }
  }
}
