import PlayheadMediaServer

/// A request to a renderer on a connection of its own, and the response. Blocks until a deadline at most.
///
/// Redirections are not followed, so a renderer cannot direct requests to other hosts.
package struct HTTPExchange: Sendable {
  /// The status code.
  package let status: Int
  /// The body, complete.
  package let body: [UInt8]

  /// The size limit of a response's head, in bytes.
  private static let headLimit = 16384

  /// Gets a document; nil if the renderer does not respond completely before the deadline, or exceeds the limit.
  package static func get(_ url: RendererURL, limit: Int, deadline: Double) -> HTTPExchange? {
    send(
      "GET \(url.path) HTTP/1.1\r\nHost: \(url.endpoint)\r\nConnection: close\r\n\r\n", to: url, limit: limit,
      deadline: deadline)
  }

  /// Posts a SOAP message; nil as for `get`.
  ///
  /// - Parameters:
  ///   - url: The control address of a service.
  ///   - action: The value of `SOAPACTION`, without quotation marks.
  ///   - body: The message.
  ///   - limit: The size limit of the response, in bytes.
  ///   - deadline: The time of the monotonic clock at which the exchange ends.
  package static func post(
    _ url: RendererURL, action: String, body: String, limit: Int, deadline: Double
  ) -> HTTPExchange? {
    let head = [
      "POST \(url.path) HTTP/1.1", "Host: \(url.endpoint)", "Content-Type: text/xml; charset=\"utf-8\"",
      "SOAPACTION: \"\(action)\"", "Content-Length: \(body.utf8.count)", "Connection: close",
    ]
    return send(head.joined(separator: "\r\n") + "\r\n\r\n" + body, to: url, limit: limit, deadline: deadline)
  }

  private static func send(_ text: String, to url: RendererURL, limit: Int, deadline: Double) -> HTTPExchange? {
    guard let socket = Socket(.stream) else { return nil }
    defer { socket.close() }
    guard socket.connect(to: url.endpoint, deadline: deadline), socket.write(Array(text.utf8), deadline: deadline)
    else { return nil }
    var bytes: [UInt8] = []
    while true {
      guard let next = socket.read(limit: 16384, deadline: deadline) else { return nil }
      bytes += next
      switch parse(bytes, isComplete: next.isEmpty, limit: limit) {
      case .incomplete where next.isEmpty, .invalid: return nil
      case .incomplete: continue
      case .response(let response): return response
      }
    }
  }

  /// The state of a response of which a part has been received.
  enum Progress {
    case incomplete, invalid
    case response(HTTPExchange)
  }

  /// Parses the received part of a response.
  ///
  /// - Parameters:
  ///   - bytes: All bytes received.
  ///   - isComplete: Whether the renderer has closed the connection.
  ///   - limit: The size limit of the body, in bytes.
  static func parse(_ bytes: [UInt8], isComplete: Bool, limit: Int) -> Progress {
    guard let end = bytes.prefix(headLimit).firstRange(of: Array("\r\n\r\n".utf8)) else {
      return bytes.count >= headLimit ? .invalid : .incomplete
    }
    guard let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self) else { return .invalid }
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), (100...599).contains(status)
    else { return .invalid }
    let body = bytes[end.upperBound...]
    // An interim response precedes the final one (RFC 9110 §15.2).
    if status < 200 { return parse(Array(body), isComplete: isComplete, limit: limit) }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    if fields["transfer-encoding"]?.lowercased() == "chunked" {
      // Chunks of one byte are six times as large as their content.
      guard body.count <= 6 * limit + 1024 else { return .invalid }
      return chunked(body, limit: limit).map { HTTPExchange(status: status, body: $0) }
    }
    if let text = fields["content-length"] {
      guard let length = Int(text), (0...limit).contains(length) else { return .invalid }
      return body.count < length
        ? .incomplete : .response(HTTPExchange(status: status, body: Array(body.prefix(length))))
    }
    guard body.count <= limit else { return .invalid }
    return isComplete ? .response(HTTPExchange(status: status, body: Array(body))) : .incomplete
  }

  /// The state of a chunked body.
  private enum Chunks {
    case incomplete, invalid
    case body([UInt8])

    func map(_ transform: ([UInt8]) -> HTTPExchange) -> Progress {
      switch self {
      case .incomplete: .incomplete
      case .invalid: .invalid
      case .body(let bytes): .response(transform(bytes))
      }
    }
  }

  /// Decodes a chunked body (RFC 9112 §7.1), without trailers.
  private static func chunked(_ bytes: ArraySlice<UInt8>, limit: Int) -> Chunks {
    var rest = bytes
    var result: [UInt8] = []
    while true {
      guard let line = rest.prefix(1024).firstRange(of: Array("\r\n".utf8)) else {
        return rest.count >= 1024 ? .invalid : .incomplete
      }
      let digits = String(decoding: rest[..<line.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      let size = digits.filter { $0 != " " }
      guard size.utf8.count <= 8, let count = Int(size, radix: 16), count >= 0, result.count + count <= limit else {
        return .invalid
      }
      if count == 0 { return .body(result) }
      rest = rest[line.upperBound...]
      guard rest.count >= count + 2 else { return .incomplete }
      result += rest.prefix(count)
      rest = rest.dropFirst(count)
      guard rest.starts(with: Array("\r\n".utf8)) else { return .invalid }
      rest = rest.dropFirst(2)
    }
  }
}
