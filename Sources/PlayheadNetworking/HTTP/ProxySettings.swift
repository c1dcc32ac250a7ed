import Foundation

/// The proxies in the environment variables of libcurl and most other programs: `http_proxy`, `https_proxy`,
/// `all_proxy` and `no_proxy`, and the same in capitals except for `HTTP_PROXY`, which a server's client could set
/// (CVE-2016-5385).
///
/// libcurl reads them by itself, but does not report whether a failed connection was one to a proxy.
package struct ProxySettings: Sendable, Equatable {
  /// A proxy, with a name for messages: host and port, without user and password.
  package struct Proxy: Sendable, Equatable {
    /// The URL for libcurl: scheme, user and password included.
    var address: String
    /// Host and port for messages.
    package var name: String

    /// Parses the value of an environment variable, with or without a scheme.
    init(_ address: String) {
      self.address = address
      var rest = address[...]
      if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
      rest = rest.prefix { $0 != "/" }
      if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
      name = String(rest)
    }
  }

  /// The proxies by the scheme of the requested URL.
  private let proxies: [String: String]
  /// The value of `no_proxy`; empty if there is none.
  private let exceptions: String

  /// Reads the variables; empty ones count as missing.
  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    let all = value("all_proxy", "ALL_PROXY")
    proxies = ["http": value("http_proxy") ?? all, "https": value("https_proxy", "HTTPS_PROXY") ?? all].compactMapValues
    {
      $0
    }
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  /// The proxy for a URL; nil for a direct connection. Loopback addresses never use a proxy, which could not reach this
  /// machine.
  package func proxy(for url: URL) -> Proxy? {
    guard let scheme = url.scheme?.lowercased(), let address = proxies[scheme], let host = Self.host(of: url),
      !Self.isLoopback(host), !isExcepted(host)
    else { return nil }
    return Proxy(address)
  }

  /// Lowercase, without brackets and trailing dot.
  private static func host(of url: URL) -> String? {
    guard var host = url.host()?.lowercased(), !host.isEmpty else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host.hasSuffix(".") { host.removeLast() }
    return host
  }

  /// Whether a host is this machine.
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || (host.hasPrefix("127.") && IPAddress(host) != nil)
  }

  /// Whether `no_proxy` contains the host: a list separated by commas or spaces, whose entries match the host and its
  /// subdomains. Addresses may be a range (`10.0.0.0/8`). A single asterisk matches everything.
  private func isExcepted(_ host: String) -> Bool {
    if exceptions.trimmingCharacters(in: .whitespaces) == "*" { return true }
    let address = IPAddress(host)
    return exceptions.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { entry in
      if let address { return address.isWithin(entry) }
      let name = entry.drop { $0 == "." }
      let bare = name.hasSuffix(".") ? name.dropLast() : name
      return !bare.isEmpty && (host == bare || host.hasSuffix("." + bare))
    }
  }
}
