import Foundation

/// What an asset list (`X-ASSET-LIST`) says: which assets are played one after the other.
package struct InterstitialAssetList: Sendable, Equatable {
  package struct Asset: Sendable, Equatable {
    package var url: URL
    /// In seconds; nil where it does not say.
    package var duration: Double?
  }

  package var assets: [Asset]
  /// Everything that it says, as JSON: programs read what is theirs.
  package let json: [UInt8]

  /// nil for what is no list. Without assets there is nothing to play, which a server may want. `url`: where it was from.
  package init?(_ bytes: [UInt8], url: URL) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { return nil }
    assets = document.ASSETS.compactMap { entry in
      URL(string: entry.URI, relativeTo: url).map { Asset(url: $0.absoluteURL, duration: entry.DURATION) }
    }
    json = bytes
  }

  /// The names are the specification's.
  private struct Document: Decodable {
    struct Entry: Decodable {
      var URI: String
      var DURATION: Double?
    }
    var ASSETS: [Entry]
  }
}
