import PlayheadRenderers
import PlayheadText

/// An action of a UPnP service with its arguments (UPnP Device Architecture 1.0 §3.2).
struct SOAPAction {
  /// The services that are used, all in version 1, which later versions contain.
  enum Service: String {
    case transport = "urn:schemas-upnp-org:service:AVTransport:1"
    case rendering = "urn:schemas-upnp-org:service:RenderingControl:1"
    case connections = "urn:schemas-upnp-org:service:ConnectionManager:1"
  }

  /// The service.
  var service: Service
  /// The name of the action.
  var name: String
  /// The arguments in the order of the service's description.
  var arguments: [(String, String)] = []

  /// The value of `SOAPACTION`.
  var header: String { "\(service.rawValue)#\(name)" }

  /// The message.
  var body: String {
    let arguments = arguments.map { "<\($0.0)>\(Self.escaped($0.1))</\($0.0)>" }.joined()
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      + "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
      + " s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body>"
      + "<u:\(name) xmlns:u=\"\(service.rawValue)\">\(arguments)</u:\(name)></s:Body></s:Envelope>"
  }

  /// Text for XML 1.0, without the control characters that it excludes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The size limit of a response, in bytes.
  static let responseLimit = 1 << 18

  /// The results of a response by name.
  ///
  /// - Throws: The fault of the renderer, or `malformed`.
  func results(_ response: HTTPExchange) throws(RendererError) -> [String: String] {
    guard let root = XMLNode.document(response.body), root.name == "Envelope", let body = root.first("Body") else {
      throw .malformed
    }
    if let fault = body.first("Fault") {
      let code = fault.descendant("errorCode").flatMap { Int($0.text) } ?? 0
      throw .fault(code: code, text: fault.descendant("errorDescription")?.text ?? "")
    }
    guard response.status == 200, let result = body.first("\(name)Response") else { throw .malformed }
    var values: [String: String] = [:]
    for element in result.elements.prefix(64) { values[element.name] = element.text }
    return values
  }
}
