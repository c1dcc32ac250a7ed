import Foundation

/// A URL for messages, logs and lists: without user and password, and without the values of its query, which may
/// contain tokens. The names remain, to identify the URL. URLs must never be printed otherwise.
package struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
  /// The redacted text.
  package let description: String

  /// Redacts a URL.
  package init(_ url: URL) { description = Self.text(of: url) }

  /// The URL without secrets; a file URL is not changed.
  private static func text(of url: URL) -> String {
    if url.isFileURL { return url.absoluteString }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return redacted(url.absoluteString)
    }
    // The whole URL is content or a key.
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

  /// Redacts user input, a URL or a path: text that begins like a URL is treated as one even if it is malformed.
  package init(text: String) { description = Self.redacted(text) }

  /// Redacts a reference in a playlist, absolute or relative.
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

  /// Redacts text that begins like a URL; other text, and a file URL, is not changed.
  private static func redacted(_ text: String) -> String {
    guard let mark = text.range(of: "://"), isScheme(text[..<mark.lowerBound]),
      text[..<mark.lowerBound].lowercased() != "file"
    else { return text }
    let rest = text[mark.upperBound...]
    let place = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest[place.endIndex...].prefix { $0 != "#" }.dropFirst()
    // An unencoded password may contain a slash: everything before the last `@` may belong to it.
    let host = place.lastIndex(of: "@").map { "…@" + place[place.index(after: $0)...] } ?? String(place)
    return String(text[..<mark.upperBound]) + host + (query.isEmpty ? "" : "?" + names(in: String(query)))
  }

  /// Whether text is a scheme (RFC 3986 §3.1).
  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// The names of a query's parameters, each with an ellipsis instead of its value.
  private static func names(in query: String) -> String {
    // A pair without a name may be a token.
    query.split(separator: "&").map { pair in pair.firstIndex(of: "=").map { pair[..<$0] + "=…" } ?? "…" }
      .joined(separator: "&")
  }
}

extension URL {
  /// The URL for messages (`RedactedURL`).
  package var redacted: String { RedactedURL(self).description }

  /// The URL without user, password, query and fragment, for storage on disk and for other programs.
  package var withoutSecrets: URL {
    guard !isFileURL, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.url ?? self
  }
}
