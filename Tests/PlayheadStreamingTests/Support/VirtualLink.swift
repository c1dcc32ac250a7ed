import Foundation
import PlayheadClock
import PlayheadNetworking
import PlayheadTesting
import Synchronization

/// The manual clock for players whose network uses the same clock.
struct LinkClock: EngineClock {
  let manual: ManualClock
  var waitsForNetwork: Bool { false }
  var now: HostTime { manual.now }
  var date: Date { manual.date }
  func makeGate(_ name: String) -> any Gate { manual.makeGate(name) }
  func threadWillStart() { manual.threadWillStart() }
  func threadDidEnd() { manual.threadDidEnd() }
}

/// A server behind a link whose throughput follows a trace, all of it on the manual clock: loads are sequential, each
/// after a round trip and at the link's current throughput.
final class VirtualLink: ByteSourceProvider {
  struct RecordedRequest: Sendable {
    var path: String
    var at: Double
  }

  private struct State {
    var freeAt = 0.0
    var requested: [RecordedRequest] = []
    var pending: [(due: Double, call: @Sendable () -> Void)] = []
    var isClosed = false
    var thread: EngineThread?
  }

  let clock: any EngineClock
  /// By path: the bytes, and the factor by which they count.
  private let resources: [String: (data: Data, weight: Double)]
  private let trace: @Sendable (Double) -> Double
  static let roundTrip = 0.04
  private let gate: any Gate
  private let state = Mutex(State())

  init(
    clock: any EngineClock, _ resources: [String: (data: Data, weight: Double)],
    trace: @escaping @Sendable (Double) -> Double
  ) {
    self.clock = clock
    self.resources = resources
    self.trace = trace
    gate = clock.makeGate("link")
    let thread = EngineThread("link", clock: clock) { [unowned self] in work() }
    state.withLock { $0.thread = thread }
  }

  var requested: [RecordedRequest] { state.withLock { $0.requested } }
  var now: Double { Double(clock.now.nanoseconds) / 1e9 }
  /// A host time at which `time` has come, however seconds are rounded: waiting for an earlier one would loop for ever.
  static func host(_ time: Double) -> HostTime { HostTime(nanoseconds: Int64((time * 1e9).rounded(.up)) + 1) }

  /// Ends its thread.
  func close() {
    let thread = state.withLock { state -> EngineThread? in
      state.isClosed = true
      return state.thread
    }
    gate.open()
    thread?.join()
  }

  private func work() {
    while true {
      let now = now
      let (due, next, isClosed) = state.withLock { state -> ([@Sendable () -> Void], Double?, Bool) in
        let due = state.pending.filter { $0.due <= now }.map(\.call)
        state.pending.removeAll { $0.due <= now }
        return (due, state.pending.map(\.due).min(), state.isClosed)
      }
      if isClosed { return }
      for call in due { call() }
      if due.isEmpty { gate.wait(until: next.map(Self.host)) }
    }
  }

  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    throw .unsupportedScheme("only streams are here")
  }

  func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad {
    let path = request.url.path
    let found = resources[path]
    let began = now
    var times: [Double] = []
    let data = [UInt8](found?.data ?? Data())
    let (answered, due) = state.withLock { state -> (Double, Double) in
      state.requested.append(RecordedRequest(path: path, at: began))
      var time = max(began + Self.roundTrip, state.freeAt)
      let answered = time
      // The arrival time of each twentieth.
      let share = Double(data.count) * 8 * (found?.weight ?? 1) / 20
      for _ in 0..<20 {
        time = arrival(of: share, from: time)
        times.append(time)
      }
      state.freeAt = time
      state.pending.append((time, onEnd))
      return (answered, time)
    }
    gate.open()
    return VirtualLoad(
      link: self, url: request.url, data: data, weight: found?.weight ?? 1, times: times, began: began,
      answered: answered, due: due, failure: found == nil ? .network(.status(404, retryAfter: nil)) : nil, clock: clock)
  }

  /// A load is cancelled: the next one need not wait for it.
  fileprivate func giveUp(due: Double) {
    let now = now
    state.withLock { if due > now, $0.freeAt == due { $0.freeAt = now } }
  }

  /// The arrival time of a number of bits.
  private func arrival(of bits: Double, from start: Double) -> Double {
    var left = bits
    var time = start
    while left > 0 {
      let step = 0.05
      let part = trace(time) * step
      if part >= left { return time + step * left / part }
      left -= part
      time += step
    }
    return time
  }
}

/// A load over a `VirtualLink`.
private final class VirtualLoad: ResourceLoad {
  private let link: VirtualLink
  private let url: URL
  private let data: [UInt8]
  private let weight: Double
  private let times: [Double]
  private let began: Double
  private let answered: Double
  private let due: Double
  private let failure: ByteSourceError?
  private let clock: any EngineClock
  private let gate: any Gate
  private let isInterrupted = Mutex(false)

  init(
    link: VirtualLink, url: URL, data: [UInt8], weight: Double, times: [Double], began: Double,
    answered: Double, due: Double, failure: ByteSourceError?, clock: any EngineClock
  ) {
    self.link = link
    self.url = url
    self.data = data
    self.weight = weight
    self.times = times
    self.began = began
    self.answered = answered
    self.due = due
    self.failure = failure
    self.clock = clock
    gate = clock.makeGate("load")
  }

  private var now: Double { Double(clock.now.nanoseconds) / 1e9 }
  private var count: Int { now >= due ? data.count : data.count * times.count { $0 <= now } / times.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      if isInterrupted.withLock({ $0 }) { throw .cancelled }
      let count = min(buffer.count, self.count - offset)
      if count > 0 {
        buffer.copyBytes(from: data[offset..<offset + count])
        return count
      }
      if now >= due {
        if let failure { throw failure }
        return 0
      }
      let next = times.first { $0 > now } ?? due
      gate.wait(until: VirtualLink.host(next))
    }
  }

  func all() throws(ByteSourceError) -> [UInt8] {
    while now < due {
      if isInterrupted.withLock({ $0 }) { throw .cancelled }
      gate.wait(until: VirtualLink.host(due))
    }
    if let failure { throw failure }
    return data
  }

  func interrupt() {
    isInterrupted.withLock { $0 = true }
    gate.open()
  }
  func resume() { isInterrupted.withLock { $0 = false } }
  func cancel() {
    link.giveUp(due: due)
    interrupt()
  }

  var report: ResourceReport {
    var report = ResourceReport(url: url, began: began)
    report.requests = 1
    report.bytes = Int(Double(count) * weight)
    report.size = Int(Double(data.count) * weight)
    if now >= answered { report.firstByte = answered }
    if now >= due {
      report.ended = due
      report.failure = failure
    }
    return report
  }
}
