import Foundation
import PlayheadNetworking

/// A proxy on the loopback interface, for plain requests (RFC 9112 §3.2.2) and for tunnels to secure servers
/// (`CONNECT`, RFC 9110 §9.3.6). All hosts are mapped to local ports: nothing else is ever contacted.
public final class LoopbackProxy: Sendable {
  private let core: LoopbackProxyCore

  /// Starts a proxy on a free port.
  ///
  /// - Parameters:
  ///   - routes: The local ports of servers, by host and port as in requests, such as `media.example:443`; port 80 if
  ///     there is none. Other hosts result in 502.
  ///   - credentials: A user and a password, separated by a colon; requests without them result in 407. nil for no
  ///     authentication.
  ///   - refusal: The status of all responses; nil to forward requests.
  ///   - fields: The header fields of the proxy's own responses.
  public init(
    routes: [String: Int], credentials: String? = nil, refusal: Int? = nil, fields: [String: String] = [:]
  ) throws {
    core = try LoopbackProxyCore(routes: routes, credentials: credentials, refusal: refusal, fields: fields)
  }

  deinit { core.stop() }

  /// The port on which it listens.
  public var port: Int { core.port }

  /// The requests so far: targets are absolute URLs, or host and port after `CONNECT`.
  public var requests: [LoggedRequest] { core.monitor.withLock { $0.requests } }

  /// Closes all connections and ends all threads.
  public func stop() { core.stop() }
}
