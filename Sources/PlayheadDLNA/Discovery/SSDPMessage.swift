import PlayheadMediaServer

/// A message of the Simple Service Discovery Protocol (UPnP Device Architecture 1.0 §1).
package struct SSDPMessage: Sendable, Equatable {
  /// The multicast group of the protocol.
  package static let group = IPv4Endpoint("239.255.255.250", port: 1900)
  /// The device type of renderers. Later versions respond to it too.
  package static let renderer = "urn:schemas-upnp-org:device:MediaRenderer:1"

  /// The unique name of the device, up to the double colon: `uuid:…`.
  package let device: String
  /// The address of the description.
  package let location: RendererURL

  /// A search for renderers, which respond within `seconds`.
  package static func search(seconds: Int) -> [UInt8] {
    Array(
      """
      M-SEARCH * HTTP/1.1\r
      HOST: 239.255.255.250:1900\r
      MAN: "ssdp:discover"\r
      MX: \(seconds)\r
      ST: \(renderer)\r
      \r

      """.utf8)
  }

  /// Parses the response to a search; nil if it is not one of a renderer, or leads to another host than its sender.
  package init?(response bytes: [UInt8], sender: IPv4Endpoint) {
    guard bytes.count <= 8192, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\n" }
    guard let status = lines.first?.split(separator: " "), status.count >= 2, status[0].hasPrefix("HTTP/1."),
      status[1] == "200"
    else { return nil }
    var fields: [String: Substring] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[line[..<colon].lowercased()] = value
    }
    guard fields["st"]?.hasPrefix("urn:schemas-upnp-org:device:MediaRenderer:") == true,
      let name = fields["usn"]?.prefix(128), name.hasPrefix("uuid:"),
      let location = fields["location"].flatMap({ RendererURL(String($0)) }),
      location.endpoint.address == sender.address
    else { return nil }
    device = String(name.firstRange(of: "::").map { name[..<$0.lowerBound] } ?? name)
    self.location = location
  }
}
