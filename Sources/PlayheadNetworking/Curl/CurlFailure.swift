import CPlayheadCurl
import Glibc

extension HTTPFailure.ProxyFailure {
  /// Maps libcurl's code for a request through a proxy, the only host that it connects to. `answer`: the status of the
  /// proxy's CONNECT response, 0 if there is none. nil if the failure is the server's.
  init?(_ code: CURLcode, systemCode: Int32, answer: Int, text: String) {
    switch code {
    case _ where answer == 407: self = .credentials
    case _ where answer >= 300: self = .status(answer)
    case CURLE_COULDNT_RESOLVE_PROXY: self = .notFound
    case CURLE_COULDNT_CONNECT:
      self = [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(systemCode) ? .unreachable : .refused
    case CURLE_PROXY: self = .other(text)
    default: return nil
    }
  }
}

extension HTTPFailure {
  /// Maps libcurl's code. `systemCode` is the `errno` of a failed connection.
  init(_ code: CURLcode, systemCode: Int32, host: String, limits: HTTPLimits, text: String) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .hostNotFound(host)
    case CURLE_COULDNT_CONNECT:
      switch systemCode {
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: self = .unreachable(host: host)
      case ETIMEDOUT: self = .timedOut(.connecting, seconds: limits.connect)
      default: self = .refused(host: host)
      }
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut(.connecting, seconds: limits.connect)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .notSecure(host: host, reason: text)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING: self = .cutOff
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM: self = .lost
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING: self = .badResponse(text)
    default: self = .other(text)
    }
  }
}
