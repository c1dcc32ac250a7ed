/// What those between a server and here say of an answer (`Proxy-Status`, RFC 9209), as far as it tells whose answer it is.
///
/// Of a plain request a proxy's own refusal looks like the server's. Here it is taken for the proxy's where an intermediary says that
/// it made the answer because of an error, and no other one has passed it on: either that one has the proxy's host for a name, or no
/// `Via` names anybody else, as each proxy must that passes a message on (RFC 9110 §7.6.3).
struct ProxyReport: Equatable {
  /// Why the last intermediary made the answer (RFC 9209 §2.3), such as `dns_error`; a word.
  let error: String

  /// nil: the answer may be the server's. `proxy`: its host, and port if it has one.
  init?(_ head: HTTPResponseHead, from proxy: String) {
    // Each adds itself to the end: the last one is the one that is nearest.
    guard head.status >= 400, let last = head["proxy-status"].map({ Self.split($0, at: ",") })?.last else { return nil }
    let parts = Self.split(last, at: ";")
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      parameters[pair[0].lowercased()] = pair.count == 2 ? Self.bare(pair[1]) : ""
    }
    // What it has received from further away is not its own (§2.1.4).
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

  /// Names of machines, with or without a port.
  private static func isSame(_ name: String, _ other: String) -> Bool {
    func host(_ text: String) -> String {
      let text = text.lowercased()
      if text.hasPrefix("["), let end = text.lastIndex(of: "]") { return String(text[...end]) }
      return String(text.prefix { $0 != ":" })
    }
    return name.lowercased() == other.lowercased()
      || (host(name) == host(other) && !(name.contains(":") && other.contains(":")))
  }

  /// A token (RFC 9110 §5.6.2) of a length that can stand in a message.
  private static func isWord(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte == 45
      }
  }

  /// Without the quotes of a string (RFC 8941 §3.3.3).
  private static func bare(_ text: Substring) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    return String(text.dropFirst().dropLast().replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
  }

  /// The parts between separators that stand in no string, without spaces around them; none that is empty.
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
