import Foundation

/// The scope of an address: a document may not reference addresses with a smaller scope than its own.
package enum NetworkZone: Int, Sendable, Comparable {
  /// This machine.
  case loopback
  /// The local network: private, link-local and shared addresses, multicast, and others that public routers do not
  /// forward.
  case local
  /// All other addresses: the public network.
  case everywhere

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The zone of a host whose name determines it; nil for names that must be resolved.
  package init?(host: String) {
    var name = host.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    // RFC 6761 §6.3.
    if name == "localhost" || name.hasSuffix(".localhost") {
      self = .loopback
    } else if let address = IPAddress(host: name) {
      self.init(address)
    } else {
      return nil
    }
  }

  /// Classifies by IANA's registries of special-purpose addresses (RFC 6890).
  init(_ address: IPAddress) {
    self = address.bytes.count == 4 ? Self.version4(address) : Self.version6(address)
  }

  private static func version4(_ address: IPAddress) -> NetworkZone {
    // Connecting to 0.0.0.0 reaches this machine.
    let own: [([UInt8], Int)] = [([127], 8), ([0], 8)]
    if own.contains(where: { address.hasPrefix($0.0, bits: $0.1) }) { return .loopback }
    let local: [([UInt8], Int)] = [
      ([10], 8), ([172, 16], 12), ([192, 168], 16), ([169, 254], 16), ([100, 64], 10), ([192, 0, 0], 24),
      ([198, 18], 15), ([224], 3),
    ]
    return local.contains { address.hasPrefix($0.0, bits: $0.1) } ? .local : .everywhere
  }

  private static func version6(_ address: IPAddress) -> NetworkZone {
    let bytes = address.bytes
    guard bytes.count == 16 else { return .local }
    // Embedded IPv4 addresses: mapped (RFC 4291 §2.5.5), behind a translator (RFC 6052 §2.1), and in a tunnel (RFC 3056
    // §2).
    let zeros = [UInt8](repeating: 0, count: 10)
    if address.hasPrefix(zeros + [0xFF, 0xFF], bits: 96) { return version4(IPAddress(Array(bytes[12...]))) }
    if address.hasPrefix([0, 0x64, 0xFF, 0x9B] + zeros.prefix(8), bits: 96) {
      return version4(IPAddress(Array(bytes[12...])))
    }
    if address.hasPrefix([0x20, 0x02], bits: 16) { return version4(IPAddress(Array(bytes[2..<6]))) }
    if bytes.dropLast().allSatisfy({ $0 == 0 }) { return .loopback }
    if address.hasPrefix(zeros + [0, 0], bits: 96) { return version4(IPAddress(Array(bytes[12...]))) }
    let local: [([UInt8], Int)] = [
      ([0xFC], 7), ([0xFE, 0x80], 10), ([0xFE, 0xC0], 10), ([0xFF], 8), ([0, 0x64, 0xFF, 0x9B, 0, 1], 48),
      ([0x20, 0x01, 0, 0], 32),
    ]
    return local.contains { address.hasPrefix($0.0, bits: $0.1) } ? .local : .everywhere
  }
}

/// The zones of the hosts that have responded. Belongs to the network thread.
///
/// A name that once led to a public address counts as public from then on: its owner must not point it elsewhere later
/// (DNS rebinding).
struct KnownZones {
  /// The widest zone of each host, by its name in lowercase.
  private var zones: [String: NetworkZone] = [:]
  /// The limit of stored names, beyond any real playback.
  private static let limit = 10_000

  /// Records the zone of a host that has responded.
  mutating func note(_ zone: NetworkZone, of host: String) {
    if zones.count >= Self.limit { zones = [:] }
    let name = host.lowercased()
    zones[name] = max(zone, zones[name] ?? zone)
  }

  /// The narrowest zone that a document may reference; nil for any. `target`: the requested host.
  func narrowest(from document: URL, to target: URL) -> NetworkZone? {
    switch document.scheme?.lowercased() {
    case "http", "https":
      guard let host = document.host() else { return .everywhere }
      if let known = NetworkZone(host: host) ?? zones[host.lowercased()] { return known }
      // A document that was read from disk, and its own server.
      return host.lowercased() == target.host()?.lowercased() ? nil : .everywhere
    case "data": return .everywhere
    default: return nil
    }
  }
}
