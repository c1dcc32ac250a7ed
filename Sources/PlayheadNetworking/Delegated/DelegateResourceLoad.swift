import Foundation

/// A whole resource that the application's delegate provides: a playlist, a key, a segment.
package final class DelegateResourceLoad: ResourceLoad {
  /// The state of the load, without the bytes, which the request holds.
  private struct State {
    /// Whether reads fail until `resume`.
    var isInterrupted = false
    /// The progress, updated with each response of the delegate.
    var report: ResourceReport
    /// The load at the location that the delegate redirected to.
    var other: HTTPResourceLoad?
    /// Whether the delegate has completed, failed or redirected the request.
    var hasEnded = false
  }

  /// The request of the client, sent again to the server after a redirection.
  private let request: ResourceRequest
  /// The application's delegate.
  private let delegate: any ResourceDelegate
  /// The request to the delegate; it holds the received bytes.
  private let delegatedRequest: DelegatedRequest
  /// Wakes readers after each response of the delegate.
  private let monitor: Monitor<State>

  /// Sends the request to the delegate before it returns.
  ///
  /// - Parameter onEnd: Called once, on any thread, when the load has completed or failed.
  package init(
    _ request: ResourceRequest, delegate: any ResourceDelegate, onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.request = request
    self.delegate = delegate
    var report = ResourceReport(url: request.url, began: NetworkTime.now)
    report.requests = 1
    let monitor = Monitor(State(report: report))
    self.monitor = monitor
    let box = Box()
    delegatedRequest = DelegatedRequest(
      url: request.url, offset: request.range?.offset ?? 0, length: request.range?.length, wantsContent: true,
      isRenewal: request.isRenewal, fields: request.options.allFields
    ) {
      Self.changed(box, monitor, request, onEnd)
    }
    box.delegatedRequest = delegatedRequest
    delegate.begin(delegatedRequest)
  }

  /// Holds the request for its own change handler.
  private final class Box: @unchecked Sendable {
    // Sendable: written once, before the request is passed to the delegate.
    /// Weak: the request retains its change handler, and therefore this object.
    weak var delegatedRequest: DelegatedRequest?
  }

  deinit { cancel() }

  /// Handles a response of the delegate, on the delegate's thread. Static, so that the handler does not retain the
  /// load.
  private static func changed(
    _ box: Box, _ monitor: Monitor<State>, _ request: ResourceRequest, _ onEnd: @escaping @Sendable () -> Void
  ) {
    guard let delegatedRequest = box.delegatedRequest else { return }
    let (bytes, end, content) = delegatedRequest.monitor.withLock { ($0.bytes.count, $0.end, $0.content) }
    var isOver = false
    var target: (URL, [RequestOptions.Field])?
    monitor.change { state in
      state.report.bytes = bytes
      state.report.renewal = content?.renewalDate
      if bytes > 0, state.report.firstByte == nil { state.report.firstByte = NetworkTime.now }
      guard let end, !state.hasEnded else { return }
      state.hasEnded = true
      if case .redirected(let url, let fields) = end {
        target = (url, fields)
        return
      }
      if case .failed(let failure) = end {
        state.report.failure = .delegate(failure)
        state.report.faults = [.init(reason: .delegate(failure), fields: nil)]
      }
      state.report.ended = NetworkTime.now
      isOver = true
    }
    if let (url, fields) = target {
      var other = request
      other.url = url
      other.credentialURL = url
      other.options = RequestOptions(fields: fields)
      let load = HTTPResourceLoad(other) {
        monitor.change { _ in }
        onEnd()
      }
      monitor.change { $0.other = load }
    }
    if isOver { onEnd() }
  }

  /// The load of the redirection's target; nil without a redirection.
  private var other: HTTPResourceLoad? { monitor.withLock { $0.other } }

  /// - Throws: `delegate`, `cancelled`, or an error of the redirection's target.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let result = monitor.wait { [delegatedRequest] state -> Result<Int, ByteSourceError>? in
      if state.isInterrupted { return .failure(.cancelled) }
      if state.other != nil { return .success(-1) }
      return delegatedRequest.monitor.withLock { answer -> Result<Int, ByteSourceError>? in
        let count = min(buffer.count, answer.bytes.count - offset)
        if count > 0 {
          buffer.copyBytes(from: answer.bytes[offset..<offset + count])
          return .success(count)
        }
        return Self.outcome(answer.end)
      }
    }
    let count = try result.get()
    if count < 0, let other { return try other.read(at: offset, into: buffer) }
    return count
  }

  /// The result of a read without further bytes; nil if the reader must wait.
  private static func outcome(_ end: DelegatedRequest.End?) -> Result<Int, ByteSourceError>? {
    switch end {
    case .finished: .success(0)
    case .failed(let failure): .failure(.delegate(failure))
    case .cancelled: .failure(.cancelled)
    case .redirected, nil: nil
    }
  }

  /// - Throws: `delegate`, `cancelled`, or an error of the redirection's target.
  package func all() throws(ByteSourceError) -> [UInt8] {
    let result = monitor.wait { [delegatedRequest] state -> Result<[UInt8]?, ByteSourceError>? in
      if state.isInterrupted { return .failure(.cancelled) }
      if state.other != nil { return .success(nil) }
      return delegatedRequest.monitor.withLock { answer in Self.outcome(answer.end).map { $0.map { _ in answer.bytes } }
      }
    }
    if let bytes = try result.get() { return bytes }
    return try other?.all() ?? []
  }

  /// Interrupts blocked readers; the request to the delegate continues.
  package func interrupt() {
    other?.interrupt()
    monitor.change { $0.isInterrupted = true }
  }

  /// Allows reads again after `interrupt`.
  package func resume() {
    other?.resume()
    monitor.withLock { $0.isInterrupted = false }
  }

  /// Cancels the request, and notifies the delegate if it was still pending.
  package func cancel() {
    other?.cancel()
    if delegatedRequest.cancel() { delegate.cancelled(delegatedRequest) }
    monitor.change { _ in }
  }

  /// The progress, or that of the redirection's target.
  package var report: ResourceReport { other?.report ?? monitor.withLock { $0.report } }
}
