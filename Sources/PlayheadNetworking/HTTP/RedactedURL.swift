import Foundation

/// An address as it may stand in a message, a log or a list: without user and password, and with the values of its
/// query left out, which is where tokens are. The names stay: they help to see which address it was. Addresses are
/// printed in no other way.
package struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ url: URL) { description = Self.text(of: url) }

  private static func text(of url: URL) -> String {
    if url.isFileURL { return url.absoluteString }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return redacted(url.absoluteString)
    }
    // The whole of it is content, or a key.
    if parts.scheme?.lowercased() == "data" { return "data:…" }
    let hadUser = parts.user != nil || parts.password != nil
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    let query = parts.percentEncodedQuery
    parts.percentEncodedQuery = nil
    var text = parts.string ?? "(an address)"
    if hadUser, let range = text.range(of: "://") { text.insert(contentsOf: "…@", at: range.upperBound) }
    return text + (query.map { "?" + names(in: $0) } ?? "")
  }

  /// What somebody has written, be it an address or a path: also what cannot be read as an address is treated as one
  /// where it begins like one.
  package init(text: String) { description = Self.redacted(text) }

  /// A reference as a playlist writes it, absolute or relative.
  package init(reference text: String) {
    if text.prefix(5).lowercased() == "data:" {
      description = "data:…"
    } else if text.hasPrefix("//") {
      description = String(Self.redacted("x:" + text).dropFirst(2))
    } else if let mark = text.range(of: "://"), Self.isScheme(text[..<mark.lowerBound]) {
      description = Self.redacted(text)
    } else {
      let place = text.prefix { $0 != "?" && $0 != "#" }
      let query = text[place.endIndex...].prefix { $0 != "#" }.dropFirst()
      description = place + (query.isEmpty ? "" : "?" + Self.names(in: String(query)))
    }
  }

  private static func redacted(_ text: String) -> String {
    guard let mark = text.range(of: "://"), isScheme(text[..<mark.lowerBound]),
      text[..<mark.lowerBound].lowercased() != "file"
    else { return text }
    let rest = text[mark.upperBound...]
    let place = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest[place.endIndex...].prefix { $0 != "#" }.dropFirst()
    // A password that was not encoded may hold a slash: everything before the last sign may belong to it.
    let host = place.lastIndex(of: "@").map { "…@" + place[place.index(after: $0)...] } ?? String(place)
    return String(text[..<mark.upperBound]) + host + (query.isEmpty ? "" : "?" + names(in: String(query)))
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func names(in query: String) -> String {
    // A pair without a name may be nothing but a token.
    query.split(separator: "&").map { pair in pair.firstIndex(of: "=").map { pair[..<$0] + "=…" } ?? "…" }
      .joined(separator: "&")
  }
}

extension URL {
  /// As it may stand in a message (`RedactedURL`).
  package var redacted: String { RedactedURL(self).description }

  /// The address without user, password, query and fragment: what may be kept on disk, and handed to other programs.
  package var withoutSecrets: URL {
    guard !isFileURL, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.url ?? self
  }
}
