import Foundation
import Glibc
import PlayheadNetworking

/// The sockets and threads of a `FaultServer`. Its threads keep it until `stop` has ended them.
final class FaultServerCore: Sendable {
  struct State {
    var resources: [String: ServedResource] = [:]
    var requests: [LoggedRequest] = []
    var answers: [String: Int] = [:]
    var connections: Set<Int32> = []
    var gates: [ServerGate] = []
    var isStopped = false
  }

  private let listener: Int32
  let monitor = Monitor(State())
  private let threads = DispatchGroup()
  let port: Int

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw FaultServer.Failure.noSocket(errno: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw FaultServer.Failure.noSocket(errno: code)
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    run("fault.listen") { self.accept() }
  }

  /// Closes every connection and ends every thread.
  func stop() {
    let (connections, gates, wasStopped) = monitor.change { state -> (Set<Int32>, [ServerGate], Bool) in
      defer { state.isStopped = true }
      return (state.connections, state.gates, state.isStopped)
    }
    guard !wasStopped else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    for gate in gates { gate.open() }
    threads.wait()
    close(listener)
  }

  private func run(_ name: String, _ body: @escaping @Sendable () -> Void) {
    threads.enter()
    let group = threads
    let thread = Thread {
      body()
      group.leave()
    }
    thread.name = name
    thread.start()
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWelcome = monitor.change { state -> Bool in
        guard !state.isStopped else { return false }
        state.connections.insert(connection)
        return true
      }
      guard isWelcome else {
        close(connection)
        return
      }
      run("fault.serve") {
        ServerConnection(server: self, descriptor: connection).serve()
        self.monitor.change { _ = $0.connections.remove(connection) }
        self.sayFarewell(connection)
        close(connection)
      }
    }
  }

  /// A copy of the descriptor that a program has got which was started meanwhile would keep the connection open: the farewell is sent
  /// before the descriptor is closed, unless a reset is to take its place.
  private func sayFarewell(_ connection: Int32) {
    var linger = linger()
    var size = socklen_t(MemoryLayout.size(ofValue: linger))
    getsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, &size)
    if linger.l_onoff == 0 { shutdown(connection, Int32(SHUT_WR)) }
  }

  /// Takes a request down, and tells what to answer: the resource and what goes wrong this time.
  func take(_ request: LoggedRequest) -> (resource: ServedResource, fault: ServerFault)? {
    monitor.change { state in
      state.requests.append(request)
      guard let resource = state.resources[request.path] else { return nil }
      let count = state.answers[request.path, default: 0]
      state.answers[request.path] = count + 1
      return (resource, count < resource.faults.count ? resource.faults[count] : resource.lastingFault)
    }
  }

  /// Waits at a gate; the end of the server opens it.
  func pass(_ gate: ServerGate) {
    let isStopped = monitor.change { state -> Bool in
      state.gates.append(gate)
      return state.isStopped
    }
    if isStopped { gate.open() }
    gate.pass()
  }
}
