import Foundation
import PlayheadNetworking

/// An HTTP server on the loopback interface with programmable faults. It runs on threads of its own and records its
/// requests.
///
/// It waits only at gates that a test controls; throttling is the only feature that takes real time.
public final class FaultServer: Sendable {
  /// The error of a server that could not be started.
  public enum Failure: Error { case noSocket(errno: Int32) }

  private let core: FaultServerCore

  /// Starts a server on a free port.
  public init() throws { core = try FaultServerCore() }

  deinit { core.stop() }

  /// The port on which it listens.
  public var port: Int { core.port }

  /// The URL of a path, which starts with a slash. `host` can be another name of the loopback interface.
  public func url(_ path: String, host: String = "127.0.0.1") -> URL {
    URL(string: "http://\(host):\(port)\(path)") ?? URL(fileURLWithPath: path)
  }

  /// Serves a resource from now on, and restarts its sequence of faults.
  public func serve(_ path: String, _ resource: ServedResource) {
    core.monitor.change {
      $0.resources[path] = resource
      $0.answers[path] = 0
    }
  }

  /// All requests so far.
  public var requests: [LoggedRequest] { core.monitor.withLock { $0.requests } }

  /// Removes the recorded requests, for long-running tests.
  public func clearRequests() { core.monitor.change { $0.requests = [] } }

  /// Waits until the total number of requests has been reached.
  public func waitForRequests(count: Int) { core.monitor.wait { $0.requests.count >= count ? () : nil } }

  /// The number of open connections.
  public var connectionCount: Int { core.monitor.withLock { $0.connections.count } }

  /// Waits until the number of connections is open.
  public func waitForConnections(count: Int) { core.monitor.wait { $0.connections.count == count ? () : nil } }

  /// Closes all connections and ends all threads.
  public func stop() { core.stop() }
}
