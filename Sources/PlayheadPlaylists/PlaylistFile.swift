import Foundation
import PlayheadNetworking
import PlayheadText

/// Reads playlist files that list media: M3U, PLS and XSPF. Playlists of HTTP Live Streaming are not among them: these
/// describe one item.
package enum PlaylistFile {
  /// The formats.
  package enum Format: String, Sendable, CaseIterable {
    /// A path or URL on each line; comments begin with `#`, and `#EXTINF` gives duration and title.
    case m3u
    /// Numbered keys `File1`, `Title1`, `Length1` in a section `[playlist]`.
    case pls
    /// XML Shareable Playlist Format, version 1 (xspf.org).
    case xspf
  }

  /// The number of entries that are used; those after it are ignored.
  package static let entryLimit = 100_000
  /// The largest file that is read, in bytes.
  static let sizeLimit = 32 << 20

  /// The format that the extension of a file name stands for; nil for all other files.
  package static func format(ofName name: String) -> Format? {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending == "m3u8" ? .m3u : Format(rawValue: ending)
  }

  /// The entries of a local playlist file; nil if it cannot be read, is too large, is not of the format that its name
  /// declares, or is a playlist of HTTP Live Streaming. Blocks for the disk.
  package static func entries(ofFile path: String) -> [PlaylistEntry]? {
    guard let format = format(ofName: path), let bytes = LocalFile.contents(path, limit: sizeLimit) else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return entries(in: bytes, format: format, folder: folder.isEmpty ? "/" : folder)
  }

  /// The entries of a playlist; nil if it is not of the format. Relative paths are relative to `folder`.
  package static func entries(in bytes: [UInt8], format: Format, folder: String) -> [PlaylistEntry]? {
    let resolver = LocationResolver(folder: folder)
    return switch format {
    case .m3u: M3UParser.entries(bytes, resolver)
    case .pls: PLSParser.entries(bytes, resolver)
    case .xspf: XSPFParser.entries(bytes, resolver)
    }
  }

  /// A duration in seconds as written in M3U and PLS, where zero and negative numbers mean "unknown".
  static func duration(_ text: some StringProtocol) -> Double? {
    Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// A title without surrounding whitespace and control characters; nil if nothing remains.
  static func title(_ text: some StringProtocol) -> String? {
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    let trimmed = plain.trimmingCharacters(in: .whitespaces)
    return trimmed.isEmpty ? nil : trimmed
  }
}
