import Foundation
import Glibc

/// A connection of a `FaultServer`, on its own thread.
struct ServerConnection {
  /// The server, which has the resources and the log.
  let server: FaultServerCore
  /// The socket. The server closes it after `serve()`.
  let descriptor: Int32

  /// Answers requests in order until the client disconnects or a response ends the connection. Blocks its thread.
  func serve() {
    while let request = readRequest() {
      guard answer(request) else { return }
    }
  }

  /// The next request; nil if the client has disconnected or the request is malformed.
  private func readRequest() -> LoggedRequest? { Self.readHead(descriptor).flatMap { LoggedRequest($0) } }

  /// Reads the head of a request, including the empty line; nil if the client has disconnected.
  static func readHead(_ descriptor: Int32) -> String? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      // Byte by byte: requests are short, and no bytes of the next one are consumed.
      let count = recv(descriptor, &byte, 1, 0)
      if count < 0 && errno == EINTR { continue }
      guard count == 1, text.count < 64 << 10 else { return nil }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Answers a request. Returns whether the connection continues.
  private func answer(_ request: LoggedRequest) -> Bool {
    guard let (resource, fault) = server.take(request) else { return sendStatus(404) }
    guard resource.requiredFields.allSatisfy({ request.fields[$0.key.lowercased()] == $0.value }) else {
      return sendStatus(401)
    }
    resource.onRequest?()
    server.passFreeze()
    switch fault {
    case .status, .nonsense, .hold: resource.onFault?()
    default: break
    }
    switch fault {
    case .status(let status, let fields): return sendStatus(status, fields)
    case .redirect(let target, let status): return sendStatus(status, ["Location": target.absoluteString])
    case .nonsense:
      _ = send(Array("What do you want?\r\n\r\n".utf8)[...])
      return false
    case .hold(let gate): server.pass(gate)
    default: break
    }
    return ResponseBody(connection: self, resource: resource, request: request, fault: fault).send()
  }

  /// Sends a response with a short text as its body. Returns whether the connection continues.
  func sendStatus(_ status: Int, _ fields: [String: String] = [:]) -> Bool {
    let text = "status \(status)\n"
    return sendHead(status, fields.merging(["Content-Length": String(text.utf8.count)]) { first, _ in first })
      && send(Array(text.utf8)[...])
  }

  /// Sends the status line and the header fields, sorted by name so that responses are reproducible.
  func sendHead(_ status: Int, _ fields: [String: String]) -> Bool {
    var head = "HTTP/1.1 \(status) \(status < 300 ? "OK" : "No")\r\n"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    return send(Array((head + "\r\n").utf8)[...])
  }

  /// Sends all bytes. Returns false if the client has disconnected.
  func send(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes the connection close with a reset.
  func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits at a gate; stopping the server opens it.
  func pass(_ gate: ServerGate) { server.pass(gate) }
  /// Stops all connections until a gate opens, this one included.
  func freezeAll(until gate: ServerGate) { server.freezeAll(until: gate) }
  /// Waits while all connections are frozen.
  func passFreeze() { server.passFreeze() }
  /// Closes all connections, this one included, and accepts none until a gate opens.
  func goOffline(until gate: ServerGate) { server.goOffline(until: gate) }
}
