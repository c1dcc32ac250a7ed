import Foundation
import Glibc
import PlayheadNetworking

/// The sockets and threads of a `FaultServer`. Its threads retain it until `stop` has ended them.
final class FaultServerCore: Sendable {
  /// The state of the server, changed by all its threads and by the test.
  struct State {
    /// The resources by path, without a query. Other paths result in 404.
    var resources: [String: ServedResource] = [:]
    /// All requests in the order of their arrival.
    var requests: [LoggedRequest] = []
    /// The number of responses so far by path, which selects the fault of the next one.
    var answers: [String: Int] = [:]
    /// The descriptors of open connections.
    var connections: Set<Int32> = []
    /// The gates that connections have reached; stopping opens them all.
    var gates: [ServerGate] = []
    /// Whether `stop` was called. It does not become false again.
    var isStopped = false
    /// The listening socket. It is replaced after a period of absence.
    var listener: Int32
    /// No request is answered before this gate opens.
    var freeze: ServerGate?
    /// No connection is accepted before this gate opens.
    var absence: ServerGate?
  }

  /// The state; changes wake the threads that wait for a condition.
  let monitor: Monitor<State>
  /// The threads of the listener and of all connections.
  private let threads = DispatchGroup()
  /// The port, which remains the same after a period of absence.
  let port: Int

  /// Starts the server on a free port. Ignores `SIGPIPE` for the whole process.
  ///
  /// - Throws: `FaultServer.Failure.noSocket` if no socket can be opened.
  init() throws {
    signal(SIGPIPE, SIG_IGN)
    let (listener, port) = try Self.listen(at: 0)
    self.port = port
    monitor = Monitor(State(listener: listener))
    threads.run("fault.listen") { self.work(listener) }
  }

  /// Opens a socket that listens on the loopback interface; port 0 for any.
  static func listen(at port: Int) throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw FaultServer.Failure.noSocket(errno: errno) }
    var reuses: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw FaultServer.Failure.noSocket(errno: code)
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Closes all connections and ends all threads.
  func stop() {
    let (connections, gates, wasStopped) = monitor.change { state -> (Set<Int32>, [ServerGate], Bool) in
      defer { state.isStopped = true }
      if !state.isStopped { shutdown(state.listener, Int32(SHUT_RDWR)) }
      return (state.connections, state.gates, state.isStopped)
    }
    guard !wasStopped else { return }
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    for gate in gates { gate.open() }
    threads.wait()
  }

  /// Accepts connections, also after periods of absence, until the server is stopped.
  private func work(_ first: Int32) {
    var listener = first
    while true {
      accept(on: listener)
      close(listener)
      guard let absence = monitor.withLock({ $0.isStopped ? nil : $0.absence }) else { return }
      pass(absence)
      guard let again = try? Self.listen(at: port).listener else { return }
      listener = again
      let isOver = monitor.change { state -> Bool in
        state.absence = nil
        state.listener = again
        return state.isStopped
      }
      if isOver {
        close(again)
        return
      }
    }
  }

  /// Closes all connections and accepts none until a gate opens.
  func goOffline(until gate: ServerGate) {
    let connections = monitor.change { state -> Set<Int32> in
      guard state.absence == nil, !state.isStopped else { return [] }
      state.absence = gate
      shutdown(state.listener, Int32(SHUT_RDWR))
      return state.connections
    }
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  /// Stops all connections until a gate opens.
  func freezeAll(until gate: ServerGate) {
    monitor.change { $0.freeze = gate }
    pass(gate)
  }

  /// Waits while everything is frozen.
  func passFreeze() {
    // The gate was registered when it was frozen.
    monitor.withLock { $0.freeze }?.pass()
  }

  /// Accepts connections until the listening socket is shut down; each one has a thread of its own.
  private func accept(on listener: Int32) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      // Head and body are sent separately: without this option the body would wait for the client's delayed
      // acknowledgement, 40 ms each time.
      var isImmediate: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isImmediate, socklen_t(MemoryLayout.size(ofValue: isImmediate)))
      let isAccepted = monitor.change { state -> Bool in
        guard !state.isStopped else { return false }
        state.connections.insert(connection)
        return true
      }
      guard isAccepted else {
        close(connection)
        return
      }
      threads.run("fault.serve") {
        ServerConnection(server: self, descriptor: connection).serve()
        self.monitor.change { _ = $0.connections.remove(connection) }
        self.shutDownWrites(connection)
        close(connection)
      }
    }
  }

  /// Shuts the connection down before its descriptor is closed, unless a reset is requested: a child process started
  /// meanwhile can hold a copy of the descriptor, which would keep the connection open.
  private func shutDownWrites(_ connection: Int32) {
    var linger = linger()
    var size = socklen_t(MemoryLayout.size(ofValue: linger))
    getsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, &size)
    if linger.l_onoff == 0 { shutdown(connection, Int32(SHUT_WR)) }
  }

  /// Records a request and returns the resource and fault of its response.
  func take(_ request: LoggedRequest) -> (resource: ServedResource, fault: ServerFault)? {
    monitor.change { state in
      state.requests.append(request)
      guard let resource = state.resources[request.path] else { return nil }
      let count = state.answers[request.path, default: 0]
      state.answers[request.path] = count + 1
      return (resource, count < resource.faults.count ? resource.faults[count] : resource.lastingFault)
    }
  }

  /// Waits at a gate; stopping the server opens it.
  func pass(_ gate: ServerGate) {
    let isStopped = monitor.change { state -> Bool in
      state.gates.append(gate)
      return state.isStopped
    }
    if isStopped { gate.open() }
    gate.pass()
  }
}
