/// A cookie that a program gives along with an address.
package struct HTTPCookieValue: Sendable, Equatable {
  package var name: String
  package var value: String
  /// The host; with a dot before it also all hosts below.
  package var domain: String
  package var path: String
  package var isSecure: Bool

  package init(name: String, value: String, domain: String, path: String = "/", isSecure: Bool = false) {
    self.name = name
    self.value = value
    self.domain = domain
    self.path = path
    self.isSecure = isSecure
  }

  /// The line of Netscape's cookie file that libcurl takes. It never expires: the program has said that it is to be
  /// sent. nil where a part would end the line or the field.
  var line: String? {
    let parts = [
      domain, domain.hasPrefix(".") ? "TRUE" : "FALSE", path.isEmpty ? "/" : path, isSecure ? "TRUE" : "FALSE", "0",
      name, value,
    ]
    let isClean = parts.allSatisfy { part in !part.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
    return isClean && !name.isEmpty && !domain.isEmpty ? parts.joined(separator: "\t") : nil
  }
}
