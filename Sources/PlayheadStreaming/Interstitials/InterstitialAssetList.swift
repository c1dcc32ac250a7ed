import Foundation
import PlayheadNetworking

/// What an asset list (`X-ASSET-LIST`) says: which assets are played one after the other.
package struct InterstitialAssetList: Sendable, Equatable {
  package struct Asset: Sendable, Equatable {
    package var url: URL
    /// In seconds; nil where it does not say.
    package var duration: Double?
  }

  package var assets: [Asset]
  /// Where the list was, after redirections.
  package let url: URL
  /// `SKIP-CONTROL`: when it may be skipped, as far as the list says.
  package var skip = InterstitialSkip()
  /// Everything that it says, as JSON: programs read what is theirs.
  package let json: [UInt8]

  /// nil for what is no list. Without assets there is nothing to play, which a server may want. `url`: where it was from.
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

  /// The names are the specification's.
  private struct Document: Decodable {
    struct Entry: Decodable {
      var URI: String
      var DURATION: Double?
    }
    struct Skip: Decodable {
      var OFFSET: Double?
      var DURATION: Double?
      var labelID: String?
      enum CodingKeys: String, CodingKey {
        case OFFSET, DURATION
        case labelID = "LABEL-ID"
      }
    }
    var ASSETS: [Entry]
    /// One that cannot be understood is none: the assets are played all the same.
    var skipControl: Skip?

    enum CodingKeys: String, CodingKey {
      case ASSETS
      case skipControl = "SKIP-CONTROL"
    }
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      ASSETS = try values.decode([Entry].self, forKey: .ASSETS)
      skipControl = try? values.decodeIfPresent(Skip.self, forKey: .skipControl)
    }
  }
}
