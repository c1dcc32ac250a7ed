import Foundation
import Glibc
import PlayheadNetworking

/// The sockets and threads of a `LoopbackProxy`: one thread for each direction of a connection, which retain it until
/// `stop` has ended them.
final class LoopbackProxyCore: Sendable {
  /// The state of the proxy, changed by all its threads.
  struct State {
    /// All requests in the order of their arrival.
    var requests: [LoggedRequest] = []
    /// The descriptors that `stop` shuts down: the listener, clients and servers.
    var sockets: Set<Int32> = []
    /// Whether `stop` was called. New connections are closed from then on.
    var isStopped = false
  }

  /// The state. A test can wait for a condition on it.
  let monitor = Monitor(State())
  /// The port on which the proxy listens.
  let port: Int
  /// The local ports by host and port.
  private let routes: [String: Int]
  /// The required user and password, separated by a colon; nil for no authentication.
  private let credentials: String?
  /// The status of all responses; nil to forward requests.
  private let refusal: Int?
  /// The header fields of the proxy's own responses.
  private let fields: [String: String]
  /// The threads of the listener, the connections and their responses.
  private let threads = DispatchGroup()

  /// Starts the proxy on a free port. Ignores `SIGPIPE` for the whole process.
  init(routes: [String: Int], credentials: String?, refusal: Int?, fields: [String: String]) throws {
    signal(SIGPIPE, SIG_IGN)
    (self.routes, self.credentials, self.refusal, self.fields) = (routes, credentials, refusal, fields)
    let (listener, port) = try FaultServerCore.listen(at: 0)
    self.port = port
    own(listener)
    threads.run("proxy.listen") { self.accept(on: listener) }
  }

  /// Shuts down all sockets and waits until all threads have ended.
  func stop() {
    monitor.change { state in
      state.isStopped = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    threads.wait()
  }

  // MARK: Sockets and threads

  /// Registers a socket, which `stop` shuts down. Returns false if the proxy has been stopped.
  @discardableResult
  private func own(_ socket: Int32) -> Bool {
    monitor.change { state in
      guard !state.isStopped else { return false }
      state.sockets.insert(socket)
      return true
    }
  }

  /// Closes a socket. Under the lock, so that `stop` cannot shut down a descriptor that has been reused.
  private func drop(_ socket: Int32) {
    monitor.change { state in
      state.sockets.remove(socket)
      close(socket)
    }
  }

  /// Accepts clients until the listener is shut down, then closes it.
  private func accept(on listener: Int32) {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard client >= 0 else { break }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard own(client) else {
        close(client)
        break
      }
      threads.run("proxy.serve") {
        self.serve(client)
        self.drop(client)
      }
    }
    drop(listener)
  }

  /// Connects to a local port; nil if nothing listens there or the proxy has been stopped.
  private func connect(to port: Int) -> Int32? {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, own(server) else {
      close(server)
      return nil
    }
    return server
  }

  // MARK: Requests

  /// Serves one client: all its requests in order, or one tunnel. The connection to a server is reused while the host
  /// is the same.
  private func serve(_ client: Int32) {
    var upstream: (host: String, socket: Int32, end: DispatchSemaphore)?
    defer { if let upstream { finish(upstream.socket, upstream.end) } }
    while let head = ServerConnection.readHead(client), let request = LoggedRequest(head) {
      monitor.change { $0.requests.append(request) }
      let isTunnel = request.method == "CONNECT"
      let host = isTunnel ? request.target : URL(string: request.target).flatMap(Self.authority) ?? ""
      if let status = status(of: request, to: host) {
        return answer(client, status)
      }
      if upstream?.host != host {
        if let old = upstream { finish(old.socket, old.end) }
        guard let server = connect(to: routes[host] ?? 0) else { return answer(client, 502) }
        let end = DispatchSemaphore(value: 0)
        upstream = (host, server, end)
        if isTunnel { _ = send(Array("HTTP/1.1 200 Way open\r\n\r\n".utf8), to: client) }
        threads.run("proxy.answers") {
          self.pump(from: server, to: client)
          end.signal()
        }
      }
      guard let upstream else { return }
      if isTunnel { return pump(from: client, to: upstream.socket) }
      guard send(Array(Self.forwarded(head, request).utf8), to: upstream.socket) else { return }
    }
  }

  /// The host and port of a URL, as in `routes`; port 80 if it declares none.
  private static func authority(_ url: URL) -> String? { url.host().map { host in "\(host):\(url.port ?? 80)" } }

  /// The status of an error response; nil to forward the request.
  private func status(of request: LoggedRequest, to host: String) -> Int? {
    if let refusal { return refusal }
    if let credentials {
      let wanted = "Basic " + Data(credentials.utf8).base64EncodedString()
      if request.fields["proxy-authorization"] != wanted { return 407 }
    }
    return routes[host] == nil ? 502 : nil
  }

  /// Sends a response of the proxy's own and ends the connection.
  private func answer(_ client: Int32, _ status: Int) {
    let challenge = status == 407 ? "Proxy-Authenticate: Basic realm=\"proxy\"\r\n" : ""
    let own = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    let text = "HTTP/1.1 \(status) No\r\n\(challenge)\(own)Content-Length: 0\r\nConnection: close\r\n\r\n"
    _ = send(Array(text.utf8), to: client)
    shutdown(client, Int32(SHUT_WR))
  }

  /// The request head for the server: with only the path in its first line, and without proxy header fields.
  private static func forwarded(_ head: String, _ request: LoggedRequest) -> String {
    let parts = URLComponents(string: request.target)
    let path = (parts?.percentEncodedPath.isEmpty == false ? parts?.percentEncodedPath : nil) ?? "/"
    let query = parts?.percentEncodedQuery.map { "?" + $0 } ?? ""
    let fields = head.split(separator: "\r\n", omittingEmptySubsequences: true).dropFirst().filter {
      !$0.lowercased().hasPrefix("proxy-")
    }
    return (["\(request.method) \(path)\(query) HTTP/1.1"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
  }

  // MARK: Bytes

  /// Forwards bytes until one side closes, then shuts down the other.
  private func pump(from source: Int32, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0, send(Array(buffer[..<count]), to: target) else { break }
    }
    shutdown(target, Int32(SHUT_RDWR))
  }

  /// Sends all bytes. Returns false if the other side has disconnected.
  private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Closes a connection to a server and waits for the thread that reads from it.
  private func finish(_ server: Int32, _ end: DispatchSemaphore) {
    shutdown(server, Int32(SHUT_RDWR))
    end.wait()
    drop(server)
  }
}
