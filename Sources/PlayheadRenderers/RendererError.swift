/// Why an action of a renderer failed.
package enum RendererError: Error, Sendable, Equatable {
  /// The renderer did not respond in time, or closed the connection.
  case unanswered
  /// The response is no valid message of the protocol.
  case malformed
  /// The renderer has refused the action, with the error code of the service's description. The text is external.
  case fault(code: Int, text: String)
}
