import Glibc

/// The bytes of an IPv4 or IPv6 address, in network byte order.
struct IPAddress: Equatable {
  /// 4 bytes for IPv4, 16 for IPv6.
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses an address; an interface may follow it (`fe80::1%eth0`).
  init?(_ text: some StringProtocol) {
    let plain = String(text.prefix { $0 != "%" })
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      guard inet_pton(family, plain, &bytes) == 1 else { continue }
      self.bytes = bytes
      return
    }
    return nil
  }

  /// Parses the host of a URL: in brackets, or as one to four numbers of any base, which resolvers accept as IPv4.
  init?(host: String) {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let known = IPAddress(bare) {
      self = known
      return
    }
    var address = in_addr()
    guard bare.first?.isNumber == true, inet_aton(bare, &address) != 0 else { return nil }
    bytes = withUnsafeBytes(of: address.s_addr) { Array($0) }
  }

  /// Whether the leading bits are those of `prefix`.
  func hasPrefix(_ prefix: [UInt8], bits: Int) -> Bool {
    guard prefix.count * 8 >= bits, bytes.count * 8 >= bits else { return false }
    return (0..<(bits + 7) / 8).allSatisfy { index in
      let counted = min(8, bits - 8 * index)
      return (bytes[index] ^ prefix[index]) >> (8 - counted) == 0
    }
  }

  /// Whether it equals an address, or is in a range in CIDR notation (RFC 4632 §3.1).
  func isWithin(_ entry: Substring) -> Bool {
    let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let plain = parts[0].hasPrefix("[") ? parts[0].dropFirst().prefix { $0 != "]" } : parts[0]
    guard let other = IPAddress(plain), other.bytes.count == bytes.count else { return false }
    guard parts.count == 2 else { return other.bytes == bytes }
    guard let bits = Int(parts[1]), (0...8 * bytes.count).contains(bits) else { return false }
    return hasPrefix(other.bytes, bits: bits)
  }
}
