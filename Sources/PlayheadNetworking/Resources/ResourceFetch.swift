import Foundation
import PlayheadBasics

/// Handles the responses to one `ResourceRequest`. Performs nothing itself: takes events and returns actions.
struct ResourceFetch: Sendable {
  /// An instruction to the owner of the fetch.
  enum Action: Sendable, Equatable {
    /// Request from an offset in the requested part on; the response must begin within `within` seconds.
    case sendRequest(from: Int, after: Double, within: Double, validator: String?)
  }

  /// The requested part; nil for the whole resource.
  private let range: ResourceRequest.Part?
  /// The retries and time limits.
  private let policy: RetryPolicy
  /// The limit for the size of the requested part.
  private let byteLimit: ResourceLimit
  /// The failures so far, and the reaction to the next one.
  private var schedule: RetrySchedule
  /// The bytes of the requested part, in order and without gaps.
  private(set) var body: [UInt8] = []
  /// The reason why the load has failed; nil while it is in progress and after success.
  private(set) var failure: ByteSourceError?
  /// Whether all bytes were received.
  private(set) var isComplete = false
  /// The progress for logs and the selection of variants.
  private(set) var report: ResourceReport
  /// The size of the requested part, once known.
  private var size: Int?
  /// Bytes of the response before the requested ones.
  private var skip = 0
  /// The validator of the version whose bytes were received; nil before the first response.
  private var validator: String?
  /// Whether a new request may continue after the received bytes.
  private var canResume = false
  /// The offset at which a response last ended too early.
  private var prematureEnd: Int?
  /// The fields of the last response.
  private var fields: [String: String]?

  /// Creates a fetch that has not sent a request.
  ///
  /// - Parameter now: Seconds of `NetworkTime`, as in all methods.
  init(_ request: ResourceRequest, now: Double) {
    range = request.range
    policy = request.policy
    byteLimit = request.byteLimit
    schedule = RetrySchedule(request.policy, now: now)
    size = request.range.map { Int(clamping: $0.length) }
    report = ResourceReport(url: request.url, began: now)
  }

  /// The limit of memory reserved by a declared size, which a server may choose freely.
  private static let reservedLimit = 64 << 20

  /// Whether the load has succeeded or failed: later events are ignored.
  var isOver: Bool { isComplete || failure != nil }

  /// Returns the first request.
  mutating func start() -> [Action] {
    report.requests = 1
    return [.sendRequest(from: 0, after: 0, within: policy.limits.firstByte, validator: nil)]
  }

  /// Handles a response header. Returns whether the body is needed.
  mutating func answered(_ head: HTTPResponseHead, now: Double) -> (Bool, [Action]) {
    report.url = head.url
    report.address = head.address ?? report.address
    fields = head.fields
    report.mayBeStored = head.mayBeStored
    report.validator = head.validator
    report.age = head["age"].flatMap { Double($0) }
    let base = range?.offset ?? 0
    switch head.status {
    case 206:
      guard let part = head.contentRange, let bytes = part.bytes, bytes.lowerBound == base + Int64(body.count) else {
        return (false, give(up: .network(.badResponse("it is not the requested range")), now: now))
      }
      skip = 0
      canResume = true
      // A range beyond the end of the resource is shorter than requested (RFC 9110 §14.1.2).
      report.totalSize = part.total
      if let total = part.total { size = min(size ?? .max, Int(clamping: total - base)) }
      validator = validator ?? head.validator
    case 200...203:
      let whole = head["content-encoding"] == nil ? head.contentLength.map { Int(clamping: $0) } : nil
      report.totalSize = whole.map(Int64.init)
      skip = Int(clamping: base) + body.count
      if !body.isEmpty, let validator, let new = head.validator, new != validator {
        return (false, give(up: .resourceChanged, now: now))
      }
      canResume = head["accept-ranges"]?.lowercased() == "bytes" && head["content-encoding"] == nil
      validator = head.validator
      if range == nil { size = whole }
    case 204, 205:
      isComplete = true
      report.ended = now
      return (false, [])
    default: return (false, failed(.status(head.status, retryAfter: head.retryAfter), now: now))
    }
    if let size, size > byteLimit.value { return (false, giveUpAtLimit(now: now)) }
    report.size = size
    return (true, [])
  }

  /// Appends bytes of a response, without those before and after the requested part.
  mutating func received(_ bytes: UnsafeRawBufferPointer, now: Double) {
    guard !isOver else { return }
    if report.firstByte == nil { report.firstByte = now }
    let skipped = min(skip, bytes.count)
    skip -= skipped
    var rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
    if let size { rest = UnsafeRawBufferPointer(rebasing: rest[..<max(0, min(rest.count, size - body.count))]) }
    if body.count + rest.count > byteLimit.value {
      _ = giveUpAtLimit(now: now)
      return
    }
    // Growing stepwise would copy the bytes each time. A declared size beyond the received bytes costs address space,
    // not memory.
    if body.isEmpty, let size { body.reserveCapacity(min(size, Self.reservedLimit)) }
    body.append(contentsOf: rest)
    report.bytes = body.count
    schedule.received(rest.count, now: now)
    // Do not wait for bytes after the requested part of a whole response.
    if range != nil, let size, body.count >= size { complete(now: now) }
  }

  /// Handles the end of a response: complete, to be continued, or failed.
  mutating func ended(_ failure: HTTPFailure?, now: Double) -> [Action] {
    guard !isOver else { return [] }
    let isShort = size.map { body.count < $0 } ?? false
    guard let reason = failure ?? (isShort ? .cutOff : nil) else {
      complete(now: now)
      return []
    }
    if reason == .cutOff, !body.isEmpty {
      // A response that ends twice at the same offset is complete, whatever length was declared.
      if prematureEnd == body.count {
        complete(now: now)
        return []
      }
      prematureEnd = body.count
    }
    return failed(reason, now: now)
  }

  /// Ends the load successfully, with the received bytes.
  private mutating func complete(now: Double) {
    isComplete = true
    report.size = body.count
    report.ended = now
  }

  /// Handles a failure: returns the next request, or ends the load.
  private mutating func failed(_ failure: HTTPFailure, now: Double) -> [Action] {
    let isLate = policy.total.map { now - report.began >= $0 } ?? false
    switch isLate ? .giveUp : schedule.failed(failure, now: now) {
    case .giveUp: return give(up: schedule.reported(failure, now: now).asSourceError, now: now)
    case .retry(let after, let within):
      note(failure.asSourceError)
      report.requests += 1
      return [.sendRequest(from: canResume ? body.count : 0, after: after, within: within, validator: validator)]
    }
  }

  /// Adds a failed attempt to the report, with the fields of its response.
  private mutating func note(_ reason: ByteSourceError) {
    report.faults.append(.init(reason: reason, fields: fields))
    fields = nil
  }

  /// Ends the load because the resource exceeds the size limit.
  private mutating func giveUpAtLimit(now: Double) -> [Action] {
    give(up: .network(.tooLarge(byteLimit.description)), now: now)
  }

  /// Ends the load with an error.
  private mutating func give(up error: ByteSourceError, now: Double) -> [Action] {
    note(error)
    failure = error
    report.failure = error
    report.ended = now
    return []
  }
}
