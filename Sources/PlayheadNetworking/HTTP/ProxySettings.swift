import Foundation
import Glibc

/// Which proxy requests go through, as the environment says it for libcurl and most other programs: `http_proxy`, `https_proxy`,
/// `all_proxy` and `no_proxy`, and the same in capitals but for `HTTP_PROXY`, which a server's client could set (CVE-2016-5385).
///
/// libcurl reads them by itself, and cannot tell afterwards whether a connection that failed was one to a proxy.
package struct ProxySettings: Sendable, Equatable {
  /// A proxy as it stands in a message: host and port, without user and password.
  package struct Proxy: Sendable, Equatable {
    /// As libcurl is told it: scheme, user and password included.
    var address: String
    package var name: String

    init(_ address: String) {
      self.address = address
      var rest = address[...]
      if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
      rest = rest.prefix { $0 != "/" }
      if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
      name = String(rest)
    }
  }

  private let proxies: [String: String]
  private let exceptions: String

  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    let all = value("all_proxy", "ALL_PROXY")
    proxies = ["http": value("http_proxy") ?? all, "https": value("https_proxy", "HTTPS_PROXY") ?? all].compactMapValues
    {
      $0
    }
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  /// nil: the request goes straight to its server. No proxy reaches the machine that asks, so none is asked for it.
  package func proxy(for url: URL) -> Proxy? {
    guard let scheme = url.scheme?.lowercased(), let address = proxies[scheme], let host = Self.host(of: url),
      !Self.isLoopback(host), !isExcepted(host)
    else { return nil }
    return Proxy(address)
  }

  /// In small letters, without brackets and a dot at its end.
  private static func host(of url: URL) -> String? {
    guard var host = url.host()?.lowercased(), !host.isEmpty else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host.hasSuffix(".") { host.removeLast() }
    return host
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || (host.hasPrefix("127.") && AddressBytes(host) != nil)
  }

  /// A list of names, between commas or spaces: each stands for itself and what ends in it behind a dot. Addresses may be a range
  /// (`10.0.0.0/8`). A star alone is everything.
  private func isExcepted(_ host: String) -> Bool {
    if exceptions.trimmingCharacters(in: .whitespaces) == "*" { return true }
    let address = AddressBytes(host)
    return exceptions.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { entry in
      if let address { return address.isWithin(entry) }
      let name = entry.drop { $0 == "." }
      let bare = name.hasSuffix(".") ? name.dropLast() : name
      return !bare.isEmpty && (host == bare || host.hasSuffix("." + bare))
    }
  }
}

/// The bytes of an address of IPv4 or IPv6.
private struct AddressBytes {
  private var bytes: [UInt8]

  init?(_ text: some StringProtocol) {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      guard inet_pton(family, String(text), &bytes) == 1 else { continue }
      self.bytes = bytes
      return
    }
    return nil
  }

  /// Whether it is an address, or lies in a range that is written with the number of its leading bits (RFC 4632 §3.1).
  func isWithin(_ entry: Substring) -> Bool {
    let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let plain = parts[0].hasPrefix("[") ? parts[0].dropFirst().prefix { $0 != "]" } : parts[0]
    guard let other = AddressBytes(plain), other.bytes.count == bytes.count else { return false }
    guard parts.count == 2 else { return other.bytes == bytes }
    guard let bits = Int(parts[1]), (0...8 * bytes.count).contains(bits) else { return false }
    return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
      let counted = max(0, min(8, bits - 8 * index))
      return (pair.0 ^ pair.1) >> (8 - counted) == 0 || counted == 0
    }
  }
}
