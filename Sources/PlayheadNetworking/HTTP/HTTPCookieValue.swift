/// A cookie that the application sets for a URL.
package struct HTTPCookieValue: Sendable, Equatable {
  /// The name; must not be empty.
  package var name: String
  /// The value as it is sent, without encoding.
  package var value: String
  /// The host; with a leading dot also all subdomains.
  package var domain: String
  /// The path and everything below it.
  package var path: String
  /// Whether it is sent over TLS only.
  package var isSecure: Bool

  /// Creates a cookie for all paths of a domain, by default.
  package init(name: String, value: String, domain: String, path: String = "/", isSecure: Bool = false) {
    self.name = name
    self.value = value
    self.domain = domain
    self.path = path
    self.isSecure = isSecure
  }

  /// The line in Netscape's cookie file format for libcurl. It never expires, because the application set it
  /// explicitly. nil if a component would break the line or the field.
  var line: String? {
    let parts = [
      domain, domain.hasPrefix(".") ? "TRUE" : "FALSE", path.isEmpty ? "/" : path, isSecure ? "TRUE" : "FALSE", "0",
      name, value,
    ]
    let isClean = parts.allSatisfy { part in !part.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
    return isClean && !name.isEmpty && !domain.isEmpty ? parts.joined(separator: "\t") : nil
  }
}
