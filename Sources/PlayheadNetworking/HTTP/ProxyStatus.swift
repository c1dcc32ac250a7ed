/// The `Proxy-Status` of a response (RFC 9209), as far as it identifies the origin of the response.
///
/// For a plain request, a proxy's own error looks like the server's. It is attributed to the proxy if an intermediary
/// declares that it generated the response because of an error and no other one has forwarded it: either its name is
/// the proxy's host, or no `Via` names another intermediary, as forwarding proxies must (RFC 9110 §7.6.3).
struct ProxyStatus: Equatable {
  /// The error type of the last intermediary (RFC 9209 §2.3), such as `dns_error`; a token.
  let error: String

  /// nil if the response may be the server's. `proxy`: its host, and port if it has one.
  init?(_ head: HTTPResponseHead, from proxy: String) {
    // Each intermediary appends itself: the last one is the nearest.
    guard head.status >= 400, let last = head["proxy-status"].map({ Self.split($0, at: ",") })?.last else { return nil }
    let parts = Self.split(last, at: ";")
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      parameters[pair[0].lowercased()] = pair.count == 2 ? Self.bare(pair[1]) : ""
    }
    // A response received from further upstream is not its own (§2.1.4).
    guard let name = parts.first.map({ Self.bare($0[...]) }), let error = parameters["error"], Self.isWord(error),
      parameters["received-status"] == nil
    else { return nil }
    let others = head["via"].map { Self.split($0, at: ",") } ?? []
    let isNamed = Self.isSame(name, proxy)
    let isAlone = others.allSatisfy { via in
      let words = via.split(separator: " ")
      return words.count > 1 && Self.isSame(String(words[1]), name)
    }
    guard isNamed || isAlone else { return nil }
    self.error = error
  }

  /// Compares host names, with or without a port.
  private static func isSame(_ name: String, _ other: String) -> Bool {
    func host(_ text: String) -> String {
      let text = text.lowercased()
      if text.hasPrefix("["), let end = text.lastIndex(of: "]") { return String(text[...end]) }
      return String(text.prefix { $0 != ":" })
    }
    return name.lowercased() == other.lowercased()
      || (host(name) == host(other) && !(name.contains(":") && other.contains(":")))
  }

  /// A token (RFC 9110 §5.6.2) short enough for a message.
  private static func isWord(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte == 45
      }
  }

  /// The text without the quotes of a string (RFC 8941 §3.3.3).
  private static func bare(_ text: Substring) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    return String(text.dropFirst().dropLast().replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
  }

  /// The trimmed, non-empty parts between separators outside of strings.
  private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
    var parts = [""]
    var isString = false
    var isEscaped = false
    for character in text {
      if !isString, character == separator {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
      if !isEscaped, character == "\"" { isString.toggle() }
      isEscaped = isString && !isEscaped && character == "\\"
    }
    return parts.map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }.map { part in
      String(part.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }.filter { !$0.isEmpty }
  }
}
