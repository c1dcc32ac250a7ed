import Glibc

/// A non-blocking IPv4 socket. Waits are bounded by deadlines of `CLOCK_MONOTONIC`. Used on one thread at a time; the
/// owner closes it.
package struct Socket: Sendable {
  /// The transport.
  package enum Kind: Sendable {
    case stream, datagram
  }

  /// The descriptor, until `close()`.
  package let descriptor: Int32

  /// Creates a socket; nil if the process has no descriptor left.
  package init?(_ kind: Kind) {
    let type = kind == .stream ? Int32(SOCK_STREAM.rawValue) : Int32(SOCK_DGRAM.rawValue)
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_INET, type | flags, 0)
    if descriptor < 0 { return nil }
  }

  /// A socket that the system has created. Its owner closes it.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Closes the descriptor, which must not be used afterwards.
  package func close() { Glibc.close(descriptor) }

  /// Seconds of the monotonic clock.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Binds the socket to an address of this computer. Returns whether the address was free.
  package func bind(to endpoint: IPv4Endpoint) -> Bool {
    endpoint.withSocketAddress { Glibc.bind(descriptor, $0, $1) } == 0
  }

  /// Accepts connections from now on.
  package func listen() -> Bool { Glibc.listen(descriptor, 16) == 0 }

  /// The address to which the socket is bound.
  package var localEndpoint: IPv4Endpoint? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return status == 0 ? IPv4Endpoint(address) : nil
  }

  /// Takes a connection that waits at a listening socket, and the address of its client; nil if none waits.
  package func accept() -> (socket: Socket, client: IPv4Endpoint)? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.accept(descriptor, $0, &size)
      }
    }
    guard result >= 0 else { return nil }
    _ = fcntl(result, F_SETFD, FD_CLOEXEC)
    _ = fcntl(result, F_SETFL, O_NONBLOCK)
    return (Socket(descriptor: result), IPv4Endpoint(address))
  }

  /// Sends multicast packets through the interface with an address, and at most two routers far.
  package func sendMulticast(through interface: IPv4Endpoint) -> Bool {
    var address = interface.socketAddress.sin_addr
    var hops: UInt8 = 2
    return setsockopt(
      descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &address, socklen_t(MemoryLayout<in_addr>.size)) == 0
      && setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_TTL, &hops, 1) == 0
  }

  /// Connects to an endpoint. Returns false if it refuses or does not respond before the deadline.
  package func connect(to endpoint: IPv4Endpoint, deadline: Double) -> Bool {
    if endpoint.withSocketAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 { return true }
    guard errno == EINPROGRESS, wait(for: POLLOUT, deadline: deadline) else { return false }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
  }

  /// Waits until the socket can be read or written. Returns false at the deadline.
  package func wait(for events: Int32, deadline: Double) -> Bool {
    while true {
      let rest = deadline - Self.now
      guard rest > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, Int32(min(rest * 1000, 60_000)) + 1)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// Writes all bytes. Returns false if the peer has closed the connection, or at the deadline.
  package func write(_ bytes: [UInt8], deadline: Double) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, deadline: deadline) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Reads at most `limit` bytes: at least one, none at the end of the stream, nil after a failure or at the deadline.
  package func read(limit: Int, deadline: Double) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      let count = recv(descriptor, &buffer, limit, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      if errno == EAGAIN {
        guard wait(for: POLLIN, deadline: deadline) else { return nil }
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// Sends a datagram.
  package func send(_ bytes: [UInt8], to endpoint: IPv4Endpoint) -> Bool {
    endpoint.withSocketAddress { address, size in
      bytes.withUnsafeBytes { sendto(descriptor, $0.baseAddress, $0.count, 0, address, size) } == bytes.count
    }
  }

  /// Receives a datagram of at most 8 KiB, with its sender; nil at the deadline.
  package func receive(deadline: Double) -> (bytes: [UInt8], sender: IPv4Endpoint)? {
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
        }
      }
      if count >= 0 { return (Array(buffer.prefix(count)), IPv4Endpoint(address)) }
      guard errno == EAGAIN || errno == EINTR, wait(for: POLLIN, deadline: deadline) else { return nil }
    }
  }
}
