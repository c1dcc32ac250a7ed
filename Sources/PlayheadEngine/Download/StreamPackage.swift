import Foundation
import PlayheadNetworking

/// A folder with a stream that was downloaded: playlists that name files beside them.
///
/// ```
/// Film.movpkg/
///   package.json        what it is of, and whether all of it is there
///   index.m3u8          what is played
///   0/index.m3u8        the variant, and further on each sound and text that was chosen
///   0/000000.seg …      segments, sections and keys, each in its own file
/// ```
package struct StreamPackage: Sendable {
  package static let pathExtension = "movpkg"
  package let folder: URL

  package init(_ folder: URL) { self.folder = folder }

  /// What stands in `package.json`.
  struct Receipt: Codable, Equatable {
    var version = 1
    /// Where it was from.
    var source: String
    var title: String
    var isComplete = false
    /// Which variant and renditions were chosen: a download goes on only with the same.
    var choice: [String] = []
  }

  var receipt: Receipt? {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent("package.json")) else { return nil }
    return try? ExternalJSON.decode(Receipt.self, from: data)
  }

  func write(_ receipt: Receipt) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.write(try encoder.encode(receipt), to: folder.appendingPathComponent("package.json"))
  }

  /// Whether all of it is there.
  package var isComplete: Bool { receipt?.isComplete == true }

  /// What is opened for an address: of a package the playlist in it. Looks at the address only.
  static func entrance(of url: URL) -> URL {
    guard url.isFileURL || url.scheme == nil, url.pathExtension.lowercased() == pathExtension else { return url }
    return url.appendingPathComponent("index.m3u8")
  }
}
