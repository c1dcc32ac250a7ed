import PlayheadNetworking

/// A gate at which a `FaultServer` waits until a test opens it. A test can wait until the server has reached it,
/// without sleeping.
public final class ServerGate: Sendable {
  /// The state of the gate, changed by the test and by connections.
  private struct State {
    /// Whether connections pass without waiting. It does not become false again.
    var isOpen = false
    /// The number of times that a connection has reached the gate, open or closed.
    var arrivals = 0
  }

  /// The state; changes wake the threads that wait for a condition.
  private let monitor = Monitor(State())

  /// Creates a closed gate.
  public init() {}

  /// Opens the gate permanently.
  public func open() { monitor.change { $0.isOpen = true } }

  /// Waits until connections have reached the gate.
  public func waitForArrival(count: Int = 1) { monitor.wait { $0.arrivals >= count ? () : nil } }

  /// Waits until the gate is open.
  func pass() {
    monitor.change { $0.arrivals += 1 }
    monitor.wait { $0.isOpen ? () : nil }
  }
}
