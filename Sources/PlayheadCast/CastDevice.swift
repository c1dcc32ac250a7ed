import PlayheadMediaServer
import PlayheadNetworking
import PlayheadRoutes

/// A Cast device: a Chromecast, or a television or loudspeaker with its protocol.
package struct CastDevice: Sendable, Hashable {
  /// The device for users.
  package let route: PlaybackRoute
  /// The address of its control connection.
  package let endpoint: IPv4Endpoint

  /// The number of strings of a TXT record that are read.
  static let entryLimit = 64

  /// Creates a device from its announcement by DNS service discovery (RFC 6763); nil if it is malformed, or if the
  /// address is neither private nor one of a network to which this computer is connected directly.
  ///
  /// - Parameters:
  ///   - name: The name of the service.
  ///   - address: The IPv4 address in dotted notation.
  ///   - port: The port of the control connection.
  ///   - entries: The strings of the TXT record, each `key=value`: `id`, `fn` (the name for users), `md` (the model).
  package init?(name: String, address: String, port: UInt16, entries: [String]) {
    guard port > 0, let endpoint = IPv4Endpoint(address, port: port),
      NetworkZone(host: address) == .local || endpoint.isOnLink
    else { return nil }
    var values: [String: String] = [:]
    for entry in entries.prefix(Self.entryLimit) {
      guard let separator = entry.firstIndex(of: "=") else { continue }
      let key = entry[..<separator].lowercased()
      // Of repeated keys the first one remains (RFC 6763 §6.4).
      if values[key] == nil { values[key] = String(entry[entry.index(after: separator)...]) }
    }
    let id = RouteText.cleaned(values["id"] ?? "", limit: 100)
    route = PlaybackRoute(
      id: "cast:" + (id.isEmpty ? name : id), name: values["fn"] ?? name, model: values["md"], kind: .chromecast)
    self.endpoint = endpoint
  }
}
