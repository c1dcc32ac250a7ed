import Foundation
import PlayheadBasics
import PlayheadNetworking

/// Writes playlists as M3U in UTF-8 (`.m3u8`).
package enum M3UWriter {
  /// The text of a playlist. Files below `folder`, in which the playlist is stored, are written relative to it, and
  /// addresses without their credentials.
  package static func text(of entries: [PlaylistEntry], in folder: String) -> String {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var lines = ["#EXTM3U"]
    for entry in entries {
      let seconds = Int(saturating: (entry.duration ?? -1).rounded())
      if entry.title != nil || seconds > 0 {
        lines.append("#EXTINF:\(seconds > 0 ? seconds : -1),\(entry.title.flatMap { PlaylistFile.title($0) } ?? "")")
      }
      lines.append(reference(entry.location, below: prefix))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A location as a line of the file. A path that a reader would take for something else is written as a URL.
  private static func reference(_ location: String, below prefix: String) -> String {
    guard LocationResolver.scheme(of: location) == nil else {
      return withoutCredentials(location)
    }
    let path = location.hasPrefix(prefix) ? String(location.dropFirst(prefix.count)) : location
    let isPlain =
      !path.hasPrefix("#") && path.first?.isWhitespace != true && path.last?.isWhitespace != true
      && !path.contains(where: { $0.isNewline || $0 == "%" || $0 == "\\" })
    return isPlain ? path : StoredURL.text(URL(fileURLWithPath: location))
  }

  /// An address without user and password. Its query remains, because most servers need it.
  private static func withoutCredentials(_ address: String) -> String {
    guard var parts = URLComponents(string: address) else { return address }
    (parts.user, parts.password) = (nil, nil)
    return parts.string ?? address
  }

  /// Writes a playlist to a file, which it replaces once everything is written.
  ///
  /// - Throws: Foundation's error, if the file cannot be written.
  package static func write(_ entries: [PlaylistEntry], to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try Data(text(of: entries, in: folder).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
