import PlayheadNetworking

/// Where a `FaultServer` stops until a test lets it go on. A test can wait until the server has come to it, so nobody
/// sleeps.
public final class ServerGate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
  }

  private let monitor = Monitor(State())

  public init() {}

  /// Lets everybody pass, now and later.
  public func open() { monitor.change { $0.isOpen = true } }

  /// Waits until a connection stands here.
  public func waitForArrival(count: Int = 1) { monitor.wait { $0.arrivals >= count ? () : nil } }

  func pass() {
    monitor.change { $0.arrivals += 1 }
    monitor.wait { $0.isOpen ? () : nil }
  }
}
