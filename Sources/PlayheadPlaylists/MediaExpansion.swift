import Foundation
import PlayheadNetworking

/// Expands what a user opens into a queue: folders into the media files in them, playlist files into their entries.
package struct MediaExpansion {
  /// The file name extensions of media files. Used for folders only: a file that is named explicitly is always tried.
  private static let endings: Set<String> = [
    "3g2", "3gp", "aac", "ac3", "aif", "aiff", "ape", "asf", "avi", "dsf", "flac", "flv", "m2ts", "m4a", "m4b", "m4v",
    "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpeg", "mpg", "mts", "mxf", "oga", "ogg", "ogm", "ogv", "opus", "rm",
    "rmvb", "ts", "vob", "wav", "webm", "wma", "wmv", "wv",
  ]
  /// How deeply playlists may contain playlists.
  private static let depthLimit = 4
  /// How many entries are read from playlist files: the number of paths through playlists that list each other many
  /// times grows with the power of `depthLimit`.
  private static let listedLimit = PlaylistFile.entryLimit

  /// The queue so far.
  private var entries: [PlaylistEntry] = []
  /// The playlists that are being expanded, which therefore may not be included again.
  private var open: Set<String> = []
  /// The entries that were read from playlist files; a file without entries counts as one.
  private var listedCount = 0

  /// Expands paths and URLs in their order. What is neither a folder nor a readable playlist file stays as it is, so
  /// that playing it reports its error. Blocks for the disk; nothing is requested from servers.
  package static func expand(_ locations: [String]) -> [PlaylistEntry] {
    var expansion = MediaExpansion()
    for location in locations { expansion.add(PlaylistEntry(location), depth: 0) }
    return expansion.entries
  }

  /// Whether a file name has the extension of a media file, in upper or lower case.
  package static func isMedia(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Appends an entry, or what it stands for.
  private mutating func add(_ entry: PlaylistEntry, depth: Int) {
    guard entries.count < PlaylistFile.entryLimit else { return }
    guard let path = Self.path(of: entry.location), let kind = Self.expandableKind(path) else {
      entries.append(entry)
      return
    }
    if kind == .folder {
      entries += Self.media(in: path).map { PlaylistEntry($0) }
      return
    }
    let name = LocalFile.canonical(path)
    guard depth < Self.depthLimit, listedCount < Self.listedLimit, !open.contains(name) else { return }
    guard let listed = PlaylistFile.entries(ofFile: path) else {
      entries.append(entry)
      return
    }
    listedCount += max(1, listed.count)
    open.insert(name)
    for entry in listed { add(entry, depth: depth + 1) }
    open.remove(name)
  }

  /// Whether a path is a folder, or has the name of a playlist file; nil for all others, without a look at the disk
  /// where the name excludes both.
  private static func expandableKind(_ path: String) -> LocalFile.Kind? {
    if PlaylistFile.format(ofName: path) != nil { return LocalFile.kind(path) }
    if isMedia(path) { return nil }
    return LocalFile.kind(path) == .folder ? .folder : nil
  }

  /// The media files in a folder and in those below it, in natural order ("2" before "10"). Hidden files are left out;
  /// symbolic links to folders are not followed.
  private static func media(in folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return names.filter { name in
      isMedia(name) && !name.hasPrefix(".") && !name.contains("/.") && LocalFile.kind(base + name) == .file
    }
    .sorted { $0.localizedStandardCompare($1) == .orderedAscending }.prefix(PlaylistFile.entryLimit).map { base + $0 }
  }

  /// The path of a path or file URL; nil for another URL. An existing path has precedence over a URL.
  private static func path(of location: String) -> String? {
    guard let scheme = LocationResolver.scheme(of: location) else { return location }
    if LocalFile.kind(location) != nil { return location }
    return scheme == "file" ? URL(string: location)?.systemPath : nil
  }
}
