import Foundation
import PlayheadNetworking

/// A steering manifest (second edition §7.2): the priority of pathways.
package struct SteeringManifest: Sendable, Equatable {
  /// Seconds until the next request.
  package var lifetime: Double
  /// The URL of the next request; nil for the same URL.
  package var reloadURL: URL?
  /// The pathways in descending priority.
  package var priority: [String]

  /// nil unless the bytes are a manifest of version 1. `url`: the URL of the manifest.
  package init?(_ bytes: [UInt8], url: URL) {
    guard let manifest = try? ExternalJSON.decode(Document.self, from: Data(bytes)), manifest.VERSION == 1 else {
      return nil
    }
    lifetime = max(Self.shortest, manifest.TTL ?? Self.defaultLifetime)
    reloadURL = manifest.reload.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
    priority = manifest.priority ?? []
  }

  /// The names in the specification.
  private struct Document: Decodable {
    /// The version of the format.
    var VERSION: Int
    /// Seconds until the next request.
    var TTL: Double?
    /// The URI of the next request, which may be relative.
    var reload: String?
    /// The pathways in descending priority.
    var priority: [String]?

    /// The names of the JSON members.
    enum CodingKeys: String, CodingKey {
      case VERSION, TTL
      case reload = "RELOAD-URI"
      case priority = "PATHWAY-PRIORITY"
    }
  }

  /// The default lifetime of §7.2.
  package static let defaultLifetime = 300.0
  /// The minimum interval of requests in seconds.
  private static let shortest = 1.0
}
