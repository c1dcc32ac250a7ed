import Foundation

/// A web server on the loopback interface that makes mistakes to order. It runs on threads of its own and tells what it
/// was asked.
///
/// It waits only where a test says so, at gates; throttling is the one thing in it that takes real time.
public final class FaultServer: Sendable {
  public enum Failure: Error { case noSocket(errno: Int32) }

  private let core: FaultServerCore

  public init() throws { core = try FaultServerCore() }

  deinit { core.stop() }

  /// Where it listens.
  public var port: Int { core.port }

  /// The address of a path, which begins with a slash. `host` may be another name of the loopback interface.
  public func url(_ path: String, host: String = "127.0.0.1") -> URL {
    URL(string: "http://\(host):\(port)\(path)") ?? URL(fileURLWithPath: path)
  }

  /// Serves something from now on; what went wrong there begins anew.
  public func serve(_ path: String, _ resource: ServedResource) {
    core.monitor.change {
      $0.resources[path] = resource
      $0.answers[path] = 0
    }
  }

  /// Everything it was asked so far.
  public var requests: [LoggedRequest] { core.monitor.withLock { $0.requests } }

  /// Forgets what it was asked so far: for tests that ask for hours.
  public func forgetRequests() { core.monitor.change { $0.requests = [] } }

  /// Waits until it was asked that often in all.
  public func waitForRequests(count: Int) { core.monitor.wait { $0.requests.count >= count ? () : nil } }

  /// How many connections are open.
  public var connectionCount: Int { core.monitor.withLock { $0.connections.count } }

  /// Waits until so many connections are open.
  public func waitForConnections(count: Int) { core.monitor.wait { $0.connections.count == count ? () : nil } }

  /// Closes every connection and ends every thread.
  public func stop() { core.stop() }
}
