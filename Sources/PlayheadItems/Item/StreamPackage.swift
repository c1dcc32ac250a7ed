import Foundation
import PlayheadNetworking

/// A folder with a downloaded stream: playlists that refer to the files in it.
///
/// ```
/// Movie.movpkg/
///   package.json        the source, and whether the download is complete
///   index.m3u8          the playlist to open
///   0/index.m3u8        the variant, followed by each selected audio and subtitle rendition
///   0/000000.seg …      segments, sections and keys, each in its own file
/// ```
package struct StreamPackage: Sendable {
  /// The extension of a package's folder.
  package static let pathExtension = "movpkg"
  /// The URL of the folder.
  package let folder: URL

  /// Creates a package for a folder. Reads nothing.
  package init(_ folder: URL) { self.folder = folder }

  /// The contents of `package.json`.
  package struct Receipt: Codable, Equatable {
    /// The version of the file's format.
    var version = 1
    /// The URL of the stream.
    package var source: String
    /// The display name.
    package var title: String
    /// False from the start of a download until all files are written.
    package var isComplete = false
    /// The chosen variant and renditions: a download resumes only with the same ones.
    package var choice: [String] = []

    /// Creates the receipt of a download.
    package init(source: String, title: String, isComplete: Bool = false, choice: [String] = []) {
      self.source = source
      self.title = title
      self.isComplete = isComplete
      self.choice = choice
    }
  }

  /// The receipt in the folder; nil if there is none, or if it cannot be read. Reads the disk on each access.
  package var receipt: Receipt? {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent("package.json")) else { return nil }
    return try? ExternalJSON.decode(Receipt.self, from: data)
  }

  /// Writes `package.json`.
  package func write(_ receipt: Receipt) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.write(try encoder.encode(receipt), to: folder.appendingPathComponent("package.json"))
  }

  /// Whether the download is complete.
  package var isComplete: Bool { receipt?.isComplete == true }

  /// The URL to open for an address: the playlist in a package. Checks only the address.
  package static func playlistURL(of url: URL) -> URL {
    guard url.isFileURL || url.scheme == nil, url.pathExtension.lowercased() == pathExtension else { return url }
    return url.appendingPathComponent("index.m3u8")
  }
}
