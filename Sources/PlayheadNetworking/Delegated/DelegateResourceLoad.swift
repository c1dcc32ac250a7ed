import Foundation

/// A whole resource that the application's delegate provides: a playlist, a key, a segment.
package final class DelegateResourceLoad: ResourceLoad {
  private struct State {
    var isInterrupted = false
    var report: ResourceReport
    /// The load at the location that the delegate redirected to.
    var other: HTTPResourceLoad?
    var hasEnded = false
  }

  private let request: ResourceRequest
  private let delegate: any ResourceDelegate
  private let delegatedRequest: DelegatedRequest
  private let monitor: Monitor<State>

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
    weak var delegatedRequest: DelegatedRequest?
  }

  deinit { cancel() }

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

  private var other: HTTPResourceLoad? { monitor.withLock { $0.other } }

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

  private static func outcome(_ end: DelegatedRequest.End?) -> Result<Int, ByteSourceError>? {
    switch end {
    case .finished: .success(0)
    case .failed(let failure): .failure(.delegate(failure))
    case .cancelled: .failure(.cancelled)
    case .redirected, nil: nil
    }
  }

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

  package func interrupt() {
    other?.interrupt()
    monitor.change { $0.isInterrupted = true }
  }

  package func resume() {
    other?.resume()
    monitor.withLock { $0.isInterrupted = false }
  }

  package func cancel() {
    other?.cancel()
    if delegatedRequest.cancel() { delegate.cancelled(delegatedRequest) }
    monitor.change { _ in }
  }

  package var report: ResourceReport { other?.report ?? monitor.withLock { $0.report } }
}
