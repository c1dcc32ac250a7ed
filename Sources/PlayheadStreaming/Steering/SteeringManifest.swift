import Foundation
import PlayheadNetworking

/// What a steering server answers (second edition §7.2): which pathways come first.
package struct SteeringManifest: Sendable, Equatable {
  /// Seconds after which to ask again.
  package var lifetime: Double
  /// Where to ask then; nil: at the same address.
  package var reloadURL: URL?
  package var priority: [String]

  /// nil for what is no manifest of version 1. `url`: where it was from.
  package init?(_ bytes: [UInt8], url: URL) {
    guard let manifest = try? ExternalJSON.decode(Document.self, from: Data(bytes)), manifest.VERSION == 1 else {
      return nil
    }
    lifetime = max(Self.shortest, manifest.TTL ?? Self.usual)
    reloadURL = manifest.reload.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
    priority = manifest.priority ?? []
  }

  /// The names are the specification's.
  private struct Document: Decodable {
    var VERSION: Int
    var TTL: Double?
    var reload: String?
    var priority: [String]?

    enum CodingKeys: String, CodingKey {
      case VERSION, TTL
      case reload = "RELOAD-URI"
      case priority = "PATHWAY-PRIORITY"
    }
  }

  /// What §7.2 recommends where nothing is told.
  package static let usual = 300.0
  /// No server is asked more often.
  private static let shortest = 1.0
}
