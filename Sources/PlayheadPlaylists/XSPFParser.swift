import Foundation
import PlayheadText

/// Parses XML Shareable Playlist Format, version 1 (xspf.org). Entities are not expanded.
enum XSPFParser {
  /// The entries; nil if the document is not a playlist. Of several locations of a track the first is used.
  static func entries(_ bytes: [UInt8], _ resolver: LocationResolver) -> [PlaylistEntry]? {
    guard let root = XMLNode.document(bytes), root.name == "playlist" else { return nil }
    let tracks = root.first("trackList")?.elements.filter { $0.name == "track" } ?? []
    return tracks.prefix(PlaylistFile.entryLimit).compactMap { track in
      guard let reference = text(of: track, "location"), !reference.utf8.contains(0) else { return nil }
      let milliseconds = text(of: track, "duration").flatMap { Double($0) }
      return PlaylistEntry(
        resolver.location(uri: reference), title: title(of: track),
        duration: milliseconds.flatMap { $0.isFinite && $0 > 0 ? $0 / 1000 : nil })
    }
  }

  /// The title, with the creator before it.
  private static func title(of track: XMLNode) -> String? {
    let parts = [text(of: track, "creator"), text(of: track, "title")].compactMap { $0 }
    return text(of: track, "title") == nil ? nil : parts.joined(separator: " – ")
  }

  /// The text of a child element; nil if it is missing or empty.
  private static func text(of node: XMLNode, _ name: String) -> String? {
    var content = ""
    for case .text(let part) in node.first(name)?.children ?? [] { content += part }
    return PlaylistFile.title(content)
  }
}
