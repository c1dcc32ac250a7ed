import Foundation
import PlayheadNetworking

/// An asset list (`X-ASSET-LIST`): the assets of an interstitial, played in order.
package struct InterstitialAssetList: Sendable, Equatable {
  /// One asset of the list.
  package struct Asset: Sendable, Equatable {
    /// The absolute URL of a multivariant or media playlist, or of a file.
    package var url: URL
    /// In seconds; nil if undeclared.
    package var duration: Double?
  }

  /// The assets in the order of playback; entries with invalid URLs are left out.
  package var assets: [Asset]
  /// The URL of the list, after redirections.
  package let url: URL
  /// The skip settings of the list (`SKIP-CONTROL`).
  package var skip = InterstitialSkip()
  /// The complete JSON, for applications.
  package let json: [UInt8]

  /// nil if the bytes are not an asset list. An empty list is valid: there is nothing to play. `url`: the URL of the
  /// list.
  package init?(_ bytes: [UInt8], url: URL) {
    guard let document = try? ExternalJSON.decode(Document.self, from: Data(bytes)) else { return nil }
    self.url = url
    assets = document.ASSETS.compactMap { entry in
      URL(string: entry.URI, relativeTo: url).map { Asset(url: $0.absoluteURL, duration: entry.DURATION) }
    }
    json = bytes
    guard let control = document.skipControl else { return }
    skip.offset = control.OFFSET.flatMap { $0 >= 0 ? $0 : nil }
    skip.duration = control.DURATION.flatMap { $0 >= 0 ? $0 : nil }
    skip.labelID = control.labelID
  }

  /// The names in the specification.
  private struct Document: Decodable {
    /// An entry of `ASSETS`.
    struct Entry: Decodable {
      var URI: String
      var DURATION: Double?
    }
    /// The object `SKIP-CONTROL`; times in seconds.
    struct Skip: Decodable {
      var OFFSET: Double?
      var DURATION: Double?
      var labelID: String?
      enum CodingKeys: String, CodingKey {
        case OFFSET, DURATION
        case labelID = "LABEL-ID"
      }
    }
    /// Required: without it the bytes are not an asset list.
    var ASSETS: [Entry]
    /// An invalid object is ignored: the assets are played anyway.
    var skipControl: Skip?

    /// The names of the JSON members.
    enum CodingKeys: String, CodingKey {
      case ASSETS
      case skipControl = "SKIP-CONTROL"
    }
    /// Decodes the list; fails only if `ASSETS` is missing or invalid.
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      ASSETS = try values.decode([Entry].self, forKey: .ASSETS)
      skipControl = try? values.decodeIfPresent(Skip.self, forKey: .skipControl)
    }
  }
}
