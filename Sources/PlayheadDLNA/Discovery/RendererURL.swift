import Foundation
import PlayheadMediaServer

/// An address of a renderer: plain HTTP at an IPv4 address, as UPnP Device Architecture 1.0 prescribes. Names are not
/// resolved, so a description cannot lead to another host.
package struct RendererURL: Sendable, Hashable {
  /// The host and port.
  package let endpoint: IPv4Endpoint
  /// The path with its leading slash, and the query. Printable ASCII.
  package let path: String

  /// The length limit of an address.
  private static let limit = 2048

  /// Parses an absolute address; nil if it has another scheme, a name, credentials or characters that are not allowed.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.prefix(7).lowercased() == "http://" else { return nil }
    let rest = text.dropFirst(7)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, let port = parts.count == 2 ? UInt16(parts[1]) : 80, port > 0,
      let endpoint = IPv4Endpoint(host, port: port)
    else { return nil }
    self.init(endpoint: endpoint, path: rest.dropFirst(authority.count))
  }

  private init?(endpoint: IPv4Endpoint, path: some StringProtocol) {
    let path = path.prefix { $0 != "#" }
    guard path.utf8.count <= Self.limit, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.endpoint = endpoint
    self.path = path.hasPrefix("/") ? String(path) : "/" + path
  }

  /// Resolves a reference of a description; nil if it leads to another host.
  package func resolving(_ reference: String) -> RendererURL? {
    let reference = reference.trimmingCharacters(in: .whitespacesAndNewlines)
    if reference.contains("://") || reference.hasPrefix("//") {
      guard let url = RendererURL(reference), url.endpoint.address == endpoint.address else { return nil }
      return url
    }
    if reference.hasPrefix("/") { return RendererURL(endpoint: endpoint, path: reference) }
    let plain = path.prefix { $0 != "?" }
    let folder = plain.prefix(through: plain.lastIndex(of: "/") ?? plain.startIndex)
    return RendererURL(endpoint: endpoint, path: folder + reference)
  }
}
