import PlayheadBasics

/// The reason why a request failed or ended early. No case contains secrets: only hosts and numbers.
package enum HTTPFailure: Error, Sendable, Equatable {
  /// The phase of a request that timed out.
  package enum Phase: String, Sendable { case connecting, answering, sending }

  /// A failure of a proxy.
  package enum ProxyFailure: Sendable, Equatable {
    /// Failures to find or to connect to the proxy.
    case notFound, refused, unreachable
    /// It requires credentials that are missing or wrong.
    case credentials
    /// It could not open a tunnel or reach the server, and responded with this status, and with an error type if it
    /// declared one (RFC 9209 §2.3).
    case status(Int, error: String? = nil)
    /// Another failure, in libcurl's words.
    case other(String)
  }

  /// The client has cancelled the request.
  case cancelled
  /// The server responded with a status that is neither success nor a redirection. `retryAfter`: the requested delay in
  /// seconds.
  case status(Int, retryAfter: Int?)
  /// Name resolution failed.
  case hostNotFound(String)
  /// The host is reachable, but nothing accepts connections at the port.
  case refused(host: String)
  /// The host is unreachable: no network, no route.
  case unreachable(host: String)
  /// A phase took longer than its limit.
  case timedOut(Phase, seconds: Double)
  /// The average speed of the body was below the low-speed limit.
  case tooSlow(bytes: Int, seconds: Double)
  /// The resource that the transfer belongs to did not open in time.
  case openingTooSlow(bytes: Int, seconds: Double)
  /// A TLS failure: certificate or protocol, in the library's words.
  case notSecure(host: String, reason: String)
  /// The connection was closed in order, but before the response was complete.
  case cutOff
  /// The connection was reset or broke down.
  case lost
  /// The configured proxy (host and port) failed.
  case proxy(String, ProxyFailure)
  /// Too many redirections, or one to an invalid URL.
  case badRedirect
  /// The reference policy forbids the URL, because of the document that references it.
  case refusedReference(ReferenceRefusal)
  /// The resource exceeds a limit, named in the text.
  case tooLarge(String)
  /// The response violates the protocol or does not match the request.
  case badResponse(String)
  /// Another failure, in libcurl's words.
  case other(String)
  /// libcurl is not installed.
  case noLibrary
}

extension HTTPFailure: CustomStringConvertible {
  /// A clause in English for logs and failure reasons.
  package var description: String {
    switch self {
    case .cancelled: "the request was cancelled"
    case .status(let status, _): "the server answered with status \(status)"
    case .hostNotFound(let host): "the host “\(host)” was not found"
    case .refused(let host): "“\(host)” refused the connection"
    case .unreachable(let host): "there is no route to “\(host)”"
    case .timedOut(let phase, let seconds):
      "the server was silent for \(Int(saturating: seconds.rounded(.up))) s while \(phase.rawValue)"
    case .tooSlow(let bytes, let seconds):
      "the server sent only \(bytes) bytes in \(Int(saturating: seconds.rounded(.up))) s"
    case .openingTooSlow(let bytes, let seconds):
      "it was not open after \(Int(saturating: seconds)) s and \(bytes) bytes"
    case .notSecure(let host, let reason): "no secure connection to “\(host)”: \(reason)"
    case .cutOff: "the connection ended too early"
    case .lost: "the connection was lost"
    case .proxy(let name, let failure): "the proxy “\(name)” \(failure)"
    case .badRedirect: "the redirections are invalid"
    case .refusedReference(let refusal): refusal.description
    case .tooLarge(let limit): "it is too large: \(limit)"
    case .badResponse(let what): "the server's response is invalid: \(what)"
    case .other(let text): text
    case .noLibrary: "libcurl is not installed"
    }
  }
}

extension HTTPFailure.ProxyFailure: CustomStringConvertible {
  /// The predicate of a sentence whose subject is the proxy.
  package var description: String {
    switch self {
    case .notFound: "was not found"
    case .refused: "refused the connection"
    case .unreachable: "cannot be reached"
    case .credentials: "requires a user and a password (status 407)"
    case .status(let status, let error): "answered with status \(status)" + (error.map { " (\($0))" } ?? "")
    case .other(let text): "failed: \(text)"
    }
  }
}
