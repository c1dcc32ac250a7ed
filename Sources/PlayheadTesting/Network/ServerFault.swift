import Foundation

/// The fault of a response of a `FaultServer`. Byte counts refer to the body of this response.
public enum ServerFault: Sendable {
  /// No fault.
  case none
  /// This status, without the resource.
  case status(Int, fields: [String: String] = [:])
  /// A redirection.
  case redirect(to: URL, status: Int = 302)
  /// No response until the gate opens.
  case hold(ServerGate)
  /// The connection is closed after this number of bytes.
  case cut(after: Int)
  /// The connection is reset after this number of bytes.
  case reset(after: Int)
  /// Sending pauses after this number of bytes until the gate opens.
  case freeze(after: Int, ServerGate)
  /// Sending pauses after this number of bytes, on all connections, until the gate opens: a network failure.
  case freezeAll(after: Int, ServerGate)
  /// After this number of bytes all connections are closed, and new ones are refused until the gate opens: a server
  /// restart.
  case goOffline(after: Int, ServerGate)
  /// After this number of bytes the rest is sent byte by byte at this rate.
  case trickle(after: Int, bytesPerSecond: Double)
  /// A response that is not HTTP.
  case nonsense
}
