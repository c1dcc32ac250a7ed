import Foundation
import PlayheadNetworking

/// A proxy on the loopback interface, for plain requests (RFC 9112 §3.2.2) and for ways to secure servers (`CONNECT`, RFC 9110 §9.3.6).
/// Whatever host is asked for, it goes to a port of this machine: nothing else is ever asked.
public final class LoopbackProxy: Sendable {
  private let core: LoopbackProxyCore

  /// - Parameters:
  ///   - routes: The ports that stand for servers, by host and port as requests name them, such as `film.example:443`; without a port
  ///     that of HTTP, 80. Others get 502.
  ///   - credentials: A user and a password, with a colon between; without them requests get 407. nil: everybody may.
  ///   - refusal: The status that every request gets instead; nil: none.
  ///   - fields: Go along with every answer of its own.
  public init(
    routes: [String: Int], credentials: String? = nil, refusal: Int? = nil, fields: [String: String] = [:]
  ) throws {
    core = try LoopbackProxyCore(routes: routes, credentials: credentials, refusal: refusal, fields: fields)
  }

  deinit { core.stop() }

  /// Where it listens.
  public var port: Int { core.port }

  /// What it was asked: targets are whole addresses, or host and port behind `CONNECT`.
  public var requests: [LoggedRequest] { core.monitor.withLock { $0.requests } }

  /// Closes every connection and ends every thread.
  public func stop() { core.stop() }
}
