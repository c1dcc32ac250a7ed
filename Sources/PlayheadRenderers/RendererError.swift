import PlayheadRoutes

/// Why an action of a renderer failed.
package enum RendererError: Error, Sendable, Equatable {
  /// The renderer did not respond in time, or closed the connection.
  case unanswered
  /// The response is no valid SOAP message.
  case malformed
  /// The renderer has refused the action, with the error code of the service's description. The text is external.
  case fault(code: Int, text: String)

  /// A sentence about the failure, with external text cleaned for a terminal.
  package var sentence: String {
    switch self {
    case .unanswered: "The device did not respond."
    case .malformed: "The response of the device is damaged."
    case .fault(let code, let text):
      switch RouteText.cleaned(text, limit: 80) {
      case "": "The device refused the request with error \(code)."
      case let text: "The device refused the request with error \(code): \(text)."
      }
    }
  }
}
