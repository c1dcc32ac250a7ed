import Foundation

extension URL {
  /// The address as it may stand in a message or a log: without user and password, and with the values of its query
  /// left out, which is where tokens are. The names stay: they help to see which address it was.
  package var redacted: String {
    if isFileURL { return absoluteString }
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "(an address)" }
    let hadUser = parts.user != nil || parts.password != nil
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    let query = parts.percentEncodedQuery
    parts.percentEncodedQuery = nil
    guard var text = parts.string else { return "(an address)" }
    if hadUser, let range = text.range(of: "://") { text.insert(contentsOf: "…@", at: range.upperBound) }
    guard let query else { return text }
    let pairs = query.split(separator: "&").map { pair in
      // A pair without a name may be nothing but a token.
      pair.firstIndex(of: "=").map { pair[..<$0] + "=…" } ?? "…"
    }
    return text + "?" + pairs.joined(separator: "&")
  }
}
