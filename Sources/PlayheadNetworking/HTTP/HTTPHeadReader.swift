import Foundation

/// Reads the header of the final response line by line, and decides where the response comes from and leads to. Pure.
///
///     status line ──► fields ──► empty line ──► complete
///          ▲                        │ interim response (1xx)
///          └────────────────────────┘
struct HTTPHeadReader: Sendable {
  /// The header received so far; a new status line replaces it.
  private(set) var head: HTTPResponseHead
  /// Whether the header of the final response is complete.
  private(set) var isComplete = false
  /// The URL of the request.
  private let url: URL

  /// Where a response redirects to.
  enum Redirection: Equatable {
    /// To a URL, which may be one that the client must not follow.
    case to(URL)
    /// To a location that is no URL.
    case invalid
  }

  /// Creates a reader before the status line.
  init(_ url: URL) {
    self.url = url
    head = HTTPResponseHead(status: 0, url: url)
  }

  /// Reads a header line, which may end with a line break.
  ///
  /// - Returns: Whether the line ends the header of the final response.
  mutating func read(_ line: String) -> Bool {
    let text = line.trimmingCharacters(in: .newlines)
    if text.hasPrefix("HTTP/") || text.hasPrefix("ICY ") {
      let words = text.split(separator: " ", maxSplits: 2)
      head = HTTPResponseHead(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, url: url)
    } else if !text.isEmpty {
      // Trailer fields (RFC 9110 §6.5) arrive too late to change anything.
      if !isComplete { head.add(text[...]) }
    } else if !isComplete, head.status >= 200 {
      isComplete = true
      return true
    }
    return false
  }

  /// Adds the IP address of the responding host.
  mutating func setAddress(_ address: String) { head.address = address }

  /// Where the response redirects to; nil for other responses. RFC 9110 §15.4: 304 is not a redirection, and 300 only
  /// with a location.
  var redirection: Redirection? {
    guard [300, 301, 302, 303, 307, 308].contains(head.status), let location = head["location"] else { return nil }
    return URL(string: location, relativeTo: url).map { .to($0.absoluteURL) } ?? .invalid
  }

  /// The reason why a response counts as one of the proxy; nil if it is the server's.
  func refusal(by proxy: ProxySettings.Proxy) -> HTTPFailure.ProxyFailure? {
    // RFC 9110 §15.5.8: only proxies use this status.
    if head.status == 407 { return .credentials }
    // Responses through a proxy's tunnel come from the server.
    guard url.scheme?.lowercased() == "http" else { return nil }
    return ProxyStatus(head, from: proxy.name).map { .status(head.status, error: $0.error) }
  }
}
