import PlayheadBasics

/// Why a request came to nothing, or to less than it promised. No case holds a secret: hosts and numbers only.
package enum HTTPFailure: Error, Sendable, Equatable {
  package enum Phase: String, Sendable { case connecting, answering, sending }

  /// What is wrong with a proxy.
  package enum ProxyFailure: Sendable, Equatable {
    case notFound, refused, unreachable
    /// It wants to know who asks, and was not told or does not believe it.
    case credentials
    /// It opened no way to the server, or has nothing from it, and answered with this status; and with this word for why, where it
    /// said so (RFC 9209 §2.3).
    case status(Int, error: String? = nil)
    case other(String)
  }

  case cancelled
  /// The server answered with a status that is neither the resource nor a redirection. `retryAfter`: the seconds it
  /// asked to wait.
  case status(Int, retryAfter: Int?)
  case hostNotFound(String)
  case refused(host: String)
  /// No way to the host: no network, no route.
  case unreachable(host: String)
  case timedOut(Phase, seconds: Double)
  /// The body came, but on average more slowly than the low-speed limit allows.
  case tooSlow(bytes: Int, seconds: Double)
  /// The resource that the transfer belongs to was not open in time.
  case openingTooSlow(bytes: Int, seconds: Double)
  /// TLS: certificate, protocol; in the library's words.
  case notSecure(host: String, reason: String)
  /// The connection was closed in good order, but before the answer was complete.
  case cutOff
  /// The connection was reset or broke down.
  case lost
  /// The proxy that the environment names stands in the way; its host and port.
  case proxy(String, ProxyFailure)
  /// Too many redirections, or one to something that is no address here.
  case badRedirect
  /// The address is not asked for because of who named it.
  case refusedReference(ReferenceRefusal)
  /// There is more of it than is taken; the text names the limit.
  case tooLarge(String)
  /// The answer goes against the protocol, or is to another question.
  case badAnswer(String)
  /// What libcurl said of anything else.
  case other(String)
  /// libcurl is not installed.
  case noLibrary
}

extension HTTPFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "the request was cancelled"
    case .status(let status, _): "the server answered with status \(status)"
    case .hostNotFound(let host): "the host “\(host)” was not found"
    case .refused(let host): "“\(host)” refused the connection"
    case .unreachable(let host): "there is no way to “\(host)”"
    case .timedOut(let phase, let seconds):
      "the server was silent for \(Int(saturating: seconds.rounded(.up))) s while \(phase.rawValue)"
    case .tooSlow(let bytes, let seconds):
      "the server sent only \(bytes) bytes in \(Int(saturating: seconds.rounded(.up))) s"
    case .openingTooSlow(let bytes, let seconds):
      "it was not open after \(Int(saturating: seconds)) s and \(bytes) bytes"
    case .notSecure(let host, let reason): "no secure connection to “\(host)”: \(reason)"
    case .cutOff: "the connection ended too early"
    case .lost: "the connection was lost"
    case .proxy(let name, let trouble): "the proxy “\(name)” \(trouble)"
    case .badRedirect: "the redirections lead nowhere"
    case .refusedReference(let refusal): refusal.description
    case .tooLarge(let limit): "it is too large: \(limit)"
    case .badAnswer(let what): "the server's answer is wrong: \(what)"
    case .other(let text): text
    case .noLibrary: "libcurl is not installed"
    }
  }
}

extension HTTPFailure.ProxyFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: "was not found"
    case .refused: "refused the connection"
    case .unreachable: "cannot be reached"
    case .credentials: "wants a user and a password (status 407)"
    case .status(let status, let error): "answered with status \(status)" + (error.map { " (\($0))" } ?? "")
    case .other(let text): "failed: \(text)"
    }
  }
}
