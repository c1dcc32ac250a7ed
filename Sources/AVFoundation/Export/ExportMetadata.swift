import Foundation

/// The metadata of a new file with libavformat's key names.
enum ExportMetadata {
  /// libavformat's names of common keys.
  private static let names: [AVMetadataKey: String] = [
    .commonKeyTitle: "title", .commonKeyArtist: "artist", .commonKeyAlbumName: "album", .commonKeyAuthor: "artist",
    .commonKeyCreator: "artist", .commonKeyCreationDate: "date", .commonKeyCopyrights: "copyright",
    .commonKeyDescription: "description", .commonKeyType: "genre", .commonKeySoftware: "encoder",
  ]

  /// Beginnings of libavformat's names of private metadata: locations, accounts, owners and devices.
  private static let personal = [
    "location", "com.apple.quicktime.location", "com.apple.quicktime.user", "com.apple.quicktime.camera.identifier",
    "account_", "purchase_date", "itunes_account", "itunes_purchase", "owner", "town", "ufid", "priv", "content_id",
  ]

  /// The metadata without private values, for sharing.
  static func shared(_ values: [String: String]) -> [String: String] {
    values.filter { entry in
      let key = entry.key.lowercased()
      return !personal.contains { key.hasPrefix($0) }
    }
  }

  /// The values of items whose common key has a name. The first of several items counts.
  static func values(_ items: [AVMetadataItem]) -> [String: String] {
    var values: [String: String] = [:]
    for item in items {
      guard let name = item.commonKey.flatMap({ names[$0] }), let text = item.stringValue, values[name] == nil else {
        continue
      }
      values[name] = text
    }
    return values
  }
}
