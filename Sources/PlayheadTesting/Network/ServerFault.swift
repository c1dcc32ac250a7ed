import Foundation

/// What goes wrong with one answer of a `FaultServer`. Counts of bytes are those of the body sent by this answer.
public enum ServerFault: Sendable {
  /// Nothing goes wrong.
  case none
  /// This status, without the resource.
  case status(Int, fields: [String: String] = [:])
  /// Somewhere else.
  case redirect(to: URL, status: Int = 302)
  /// No answer until the gate opens.
  case hold(ServerGate)
  /// The connection is closed in good order after that many bytes.
  case cut(after: Int)
  /// The connection is reset after that many bytes.
  case reset(after: Int)
  /// Nothing is sent after that many bytes until the gate opens; then the rest.
  case freeze(after: Int, ServerGate)
  /// Nothing is sent after that many bytes, here and on every other connection, until the gate opens: a network that stands.
  case freezeAll(after: Int, ServerGate)
  /// After that many bytes every connection is closed, and new ones are refused until the gate opens: a server that is started anew.
  case goAway(after: Int, ServerGate)
  /// After that many bytes the rest is sent byte by byte, that many a second.
  case trickle(after: Int, bytesPerSecond: Double)
  /// Something that is no HTTP.
  case nonsense
}
