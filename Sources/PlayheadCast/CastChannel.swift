import Glibc
import PlayheadMediaServer
import PlayheadNetworking

/// A connection to a Cast device. Used by one thread.
package protocol CastChannel: AnyObject {
  /// Sends bytes. Returns false if the device has closed the connection, or at the deadline of the monotonic clock.
  func send(_ bytes: [UInt8], deadline: Double) -> Bool
  /// Receives bytes: none at the deadline, nil if the connection is closed.
  func receive(deadline: Double) -> [UInt8]?
}

/// A TLS connection. Devices have certificates of their own, which no authority of this computer has signed.
final class CastConnection: CastChannel {
  private let connection: UnverifiedTLSConnection

  /// Connects; nil if the device does not respond before the deadline.
  init?(_ endpoint: IPv4Endpoint, deadline: Double) {
    let seconds = deadline - Socket.now
    guard seconds > 0,
      let connection = UnverifiedTLSConnection(host: endpoint.address, port: endpoint.port, seconds: seconds)
    else { return nil }
    self.connection = connection
  }

  func send(_ bytes: [UInt8], deadline: Double) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = connection.send(rest) else { return false }
      rest = rest.dropFirst(count)
      if count == 0, !socket.wait(for: POLLOUT, deadline: deadline) { return false }
    }
    return true
  }

  func receive(deadline: Double) -> [UInt8]? {
    while true {
      guard let bytes = connection.receive() else { return nil }
      if !bytes.isEmpty || !socket.wait(for: POLLIN, deadline: deadline) { return bytes }
    }
  }

  /// The connection's socket, which libcurl closes.
  private var socket: Socket { Socket(descriptor: connection.descriptor) }
}
