import Glibc

/// An IPv4 address with a port. The addresses of routes are IPv4, as UPnP Device Architecture 1.0 requires.
package struct IPv4Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// The address in dotted notation.
  package let address: String
  /// The port in host byte order; 0 lets the system choose one.
  package let port: UInt16

  /// Creates an endpoint; nil if the text is not an IPv4 address in dotted notation. Names are not resolved.
  package init?(_ address: some StringProtocol, port: UInt16) {
    var number = in_addr()
    // The length limit excludes text with trailing characters, which some resolvers accept.
    guard address.utf8.count <= 15, inet_pton(AF_INET, String(address), &number) == 1 else { return nil }
    self.address = String(address)
    self.port = port
  }

  init(_ socketAddress: sockaddr_in) {
    let number = UInt32(bigEndian: socketAddress.sin_addr.s_addr)
    address = [24, 16, 8, 0].map { String(number >> UInt32($0) & 0xFF) }.joined(separator: ".")
    port = UInt16(bigEndian: socketAddress.sin_port)
  }

  package var description: String { address + ":\(port)" }

  /// The address with another port.
  package func with(port: UInt16) -> IPv4Endpoint { IPv4Endpoint(sameAddress: address, port: port) }

  private init(sameAddress: String, port: UInt16) { (address, self.port) = (sameAddress, port) }

  /// The system's form.
  var socketAddress: sockaddr_in {
    var result = sockaddr_in()
    result.sin_family = sa_family_t(AF_INET)
    result.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &result.sin_addr)
    return result
  }

  /// Calls a function with the system's form, for `bind` and others.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: socketAddress) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// The addresses of this computer's interfaces that are up and can send to multicast groups, without loopback.
  package static func multicastInterfaces() -> [IPv4Endpoint] {
    interfaces().filter { $0.flags & Int32(IFF_MULTICAST) != 0 }.map(\.address)
  }

  /// Whether this computer is connected to the address's network without a router, by another interface than loopback.
  package var isOnLink: Bool {
    let own = number
    return Self.interfaces().contains { $0.mask != 0 && $0.address.number & $0.mask == own & $0.mask }
  }

  /// The address as a number in host byte order.
  private var number: UInt32 { UInt32(bigEndian: socketAddress.sin_addr.s_addr) }

  /// An interface of this computer.
  private struct Interface {
    var address: IPv4Endpoint
    /// The bits of the address that name the network, in host byte order.
    var mask: UInt32
    /// The flags of `SIOCGIFFLAGS`.
    var flags: Int32
  }

  /// The interfaces that are up, without loopback.
  private static func interfaces() -> [Interface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var result: [Interface] = []
    for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let interface = entry?.pointee, let address = interface.ifa_addr else { continue }
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0, Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      result.append(
        Interface(
          address: Self(of: address), mask: interface.ifa_netmask.map { Self(of: $0).number } ?? 0, flags: flags))
    }
    return result
  }

  private init(of address: UnsafeMutablePointer<sockaddr>) {
    self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { IPv4Endpoint($0.pointee) }
  }

  /// The address of the interface through which packets to this endpoint leave; nil if it cannot be reached. Sends
  /// nothing.
  package func localAddress() -> IPv4Endpoint? {
    guard let socket = Socket(.datagram) else { return nil }
    defer { socket.close() }
    // A datagram socket that is connected has the address of its route, and no packet is sent.
    let status = with(port: port == 0 ? 9 : port).withSocketAddress { connect(socket.descriptor, $0, $1) }
    return status == 0 ? socket.localEndpoint?.with(port: 0) : nil
  }
}
