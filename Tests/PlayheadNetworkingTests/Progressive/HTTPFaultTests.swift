import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Faults of servers and networks, and their handling.
@Suite("HTTP faults")
struct HTTPFaultTests {
  private let data = numberedBytes(1_500_000)

  @Test(
    "a connection that breaks is resumed at its position",
    arguments: [ServerFault.cut(after: 100_000), .reset(after: 100_000), .cut(after: 0), .reset(after: 1)])
  func cut(fault: ServerFault) throws {
    let served = try Served(data) { $0.faults = [fault, fault] }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.count == 3)
  }

  @Test("without ranges a broken connection is resumed by reading everything again")
  func cutWithoutRanges() throws {
    let served = try Served(data) {
      $0.hasRanges = false
      $0.faults = [.cut(after: 700_000)]
    }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.count == 2)
  }

  @Test("repeatedly broken connections are resumed while each response brings data")
  func repeatedCuts() throws {
    let served = try Served(data) { $0.lastingFault = .cut(after: 200_000) }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.compactMap(\.firstByte) == stride(from: 0, to: 1_500_000, by: 200_000).map { $0 })
  }

  @Test("a frozen response is requested again at its position")
  func freeze() throws {
    let gate = ServerGate()
    let served = try Served(data, policy: .impatient) { $0.faults = [.freeze(after: 300_000, gate)] }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.dropFirst().first?.firstByte == 300_000)
  }

  @Test("a server that stays frozen is given up; a new read tries again")
  func freezeForGood() throws {
    let gate = ServerGate()
    let served = try Served(data, policy: .impatient) {
      $0.faults = [.freeze(after: 100_000, gate)] + Array(repeating: ServerFault.hold(gate), count: 20)
    }
    try served.source.prepare()
    let first = thrownError(ByteSourceError.self) { try served.source.all() }
    // The failure persists until a new read. The reported time is the whole silence, not that since the last request.
    let second = thrownError(ByteSourceError.self) { try served.source.bytes(1) }
    guard case .timedOut(let seconds)? = first, second == first else {
      Issue.record("\(String(describing: first)), \(String(describing: second))")
      return
    }
    #expect(seconds >= 2)
    served.server.serve("/film", ServedResource(.data(data)))
    served.source.resume()
    try served.source.seek(to: 0)
    #expect(try served.source.all() == data)
  }

  @Test("a busy server is retried", arguments: [500, 502, 503, 429])
  func busy(status: Int) throws {
    let served = try Served(data) { $0.faults = [.status(status), .status(status)] }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.count == 3)
  }

  @Test("a server that stays busy is reported with its status")
  func busyForGood() throws {
    let served = try Served(data) { $0.lastingFault = .status(503) }
    #expect(throws: ByteSourceError.network(.status(503, retryAfter: nil))) { try served.source.prepare() }
    #expect(served.server.requests.count == 3)
  }

  @Test("missing and forbidden resources are reported at once", arguments: [400, 401, 403, 404, 410, 501])
  func refused(status: Int) throws {
    let served = try Served(data) { $0.lastingFault = .status(status) }
    #expect(throws: ByteSourceError.network(.status(status, retryAfter: nil))) { try served.source.prepare() }
    #expect(served.server.requests.count == 1)
  }

  @Test("a file missing once after it was found is retried")
  func missingOnce() throws {
    let served = try Served(data) { $0.faults = [.cut(after: 100_000), .status(404)] }
    try served.source.prepare()
    #expect(try served.source.all() == data)
    #expect(served.server.requests.count == 3)
  }

  @Test("another version of the resource is not used to continue this one", arguments: [true, false])
  func changed(sendsTag: Bool) throws {
    let served = try Served(data) { $0.entityTag = "\"1\"" }
    try served.source.prepare()
    #expect(try served.source.bytes(10) == data[..<10])
    var other = ServedResource(.data(numberedBytes(1_400_000)))
    other.entityTag = sendsTag ? "\"2\"" : nil
    served.server.serve("/film", other)
    try served.source.seek(to: 1_300_000)
    #expect(throws: ByteSourceError.resourceChanged) { try served.source.bytes(10) }
  }

  @Test("a refused connection is reported with its host")
  func noServer() throws {
    let server = try FaultServer()
    let url = server.url("/film")
    server.stop()
    let source = HTTPByteSource(url: url, policy: .steady)
    #expect(throws: ByteSourceError.network(.refused(host: "127.0.0.1:\(server.port)"))) { try source.prepare() }
  }

  /// RFC 6761 §6.4: names below `invalid` never exist, and are never resolved.
  @Test("an unknown host is reported with its name")
  func noHost() throws {
    let source = HTTPByteSource(url: try #require(URL(string: "http://nobody.invalid/")), policy: .steady)
    #expect(throws: ByteSourceError.network(.hostNotFound("nobody.invalid"))) { try source.prepare() }
  }

  @Test("an invalid response is reported")
  func nonsense() throws {
    let served = try Served(data) { $0.lastingFault = .nonsense }
    do {
      try served.source.prepare()
      Issue.record("it was understood")
    } catch {
      if case .network = error {} else { Issue.record("\(error)") }
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func endlessRedirectsFail(status: Int) throws {
    let served = try Served(data)
    var loop = ServedResource(.data(Data()))
    loop.lastingFault = .redirect(to: served.server.url("/film"), status: status)
    served.server.serve("/film", loop)
    #expect(throws: ByteSourceError.network(.badRedirect)) { try served.source.prepare() }
    #expect(served.server.requests.count == 21)
  }

  @Test("a throttled server is read at its pace, and its throughput is measured")
  func throttle() throws {
    let served = try Served(numberedBytes(400_000)) { $0.throttle = [(0, 1_000_000)] }
    try served.source.prepare()
    _ = try served.source.all()
    let bits = try #require(served.source.transfer?.throughput)
    // Not faster than the throttle; how much slower depends on the machine.
    #expect(bits > 0 && bits < 12_000_000)
  }

  /// As with curl's low-speed limit: 500 bytes in half a second are required.
  private static let lowSpeed: RetryPolicy = {
    var policy = RetryPolicy(
      limits: HTTPLimits(connect: 60, firstByte: 60, idle: 60), openingAttempts: 3, timeout: 1, pauses: [0])
    policy.limits.lowSpeed = LowSpeedLimit(bytes: 500, seconds: 0.5)
    return policy
  }()

  @Test("a server that sends a byte now and then is given up", arguments: [true, false])
  func trickle(fromTheBeginning: Bool) throws {
    let served = try Served(data, policy: Self.lowSpeed) {
      $0.faults = [.trickle(after: fromTheBeginning ? 0 : 100_000, bytesPerSecond: 50)]
      $0.lastingFault = .trickle(after: 0, bytesPerSecond: 50)
    }
    try served.source.prepare()
    let error = thrownError(ByteSourceError.self) { try served.source.all() }
    guard case .network(.tooSlow(let bytes, 0.5))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((1..<500).contains(bytes))
    #expect(served.server.requests.count <= 4)
  }

  @Test("a playlist sent byte by byte is given up", arguments: [true, false])
  func trickleOfDocument(hasRanges: Bool) throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(data))
    resource.lastingFault = .trickle(after: 0, bytesPerSecond: 50)
    resource.hasRanges = hasRanges
    server.serve("/film", resource)
    let load = HTTPResourceLoad(ResourceRequest(url: server.url("/film"), policy: .document.scaled(by: 0.05)))
    let error = thrownError(ByteSourceError.self) { try load.all() }
    #expect(error != nil && error != .cancelled)
    #expect(server.requests.count <= 4)
  }

  /// The time of another transfer, which is given up for its throughput, exceeds the window of the low-speed limit.
  @Test("a transfer paused by back-pressure does not count as slow")
  func backPressure() throws {
    var limits = FetchLimits()
    (limits.initialReadAhead, limits.readAhead, limits.reach) = (64 << 10, 64 << 10, 16 << 10)
    let served = try Served(data, policy: Self.lowSpeed, limits: limits)
    try served.source.prepare()
    #expect(try served.source.bytes(10) == data[..<10])
    for _ in 0..<2 {
      let other = try Served(data, policy: Self.lowSpeed) {
        $0.lastingFault = .trickle(after: 0, bytesPerSecond: 50)
      }
      try other.source.prepare()
      _ = thrownError(ByteSourceError.self) { try other.source.all() }
      #expect(try served.source.bytes(100_000).count == 100_000)
    }
    #expect(served.server.requests.count == 1)
    #expect(try served.source.all() == data[200_010...])
    #expect(served.server.requests.count == 1)
  }

  @Test("cancelling ends a blocking read at once, and resuming allows reads again", arguments: [false, true])
  func cancel(whileOpening: Bool) throws {
    let gate = ServerGate()
    let served = try Served(data) { $0.faults = [whileOpening ? .hold(gate) : .freeze(after: 100_000, gate)] }
    let source = served.source
    let outcome = Background { () -> ByteSourceError? in
      do throws(ByteSourceError) {
        try source.prepare()
        _ = try source.all()
        return nil
      } catch {
        return error
      }
    }
    gate.waitForArrival()
    // The server is frozen: only the cancellation can end the read.
    source.cancel()
    #expect(outcome.value == .cancelled)
    #expect(throws: ByteSourceError.cancelled) { try source.bytes(1) }
    source.resume()
    gate.open()
    try source.prepare()
    try source.seek(to: 0)
    #expect(try source.all() == data)
    #expect(served.server.requests.count == 1)
  }

  @Test("releasing a source ends its transfers")
  func dropping() throws {
    let gate = ServerGate()
    let server = try FaultServer()
    var resource = ServedResource(.data(data))
    resource.lastingFault = .freeze(after: 10, gate)
    server.serve("/film", resource)
    do {
      let source = HTTPByteSource(url: server.url("/film"), policy: .steady)
      try source.prepare()
      #expect(try source.bytes(10) == data[..<10])
    }
    gate.open()
    // The rest is larger than the system's buffers: the server can finish only if the connection is closed.
    server.waitForConnections(count: 0)
  }
}
