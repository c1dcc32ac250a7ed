import Foundation
import PlayheadNetworking
import PlayheadPlaylists

/// Names, URLs and lists of what the user opens.
enum MediaList {
  /// Expands folders and playlist files, and leaves all else unchanged.
  static func expand(_ files: [String]) -> [PlaylistEntry] { MediaExpansion.expand(files) }

  /// The message if `expand` found no media files in the folders.
  static func nothing(in folders: [String]) -> String {
    "there are no video or audio files in \(folders.map { "“\(RedactedURL(text: $0))”" }.joined(separator: ", "))."
  }

  /// The lines of a text that are URLs or existing files.
  static func items(inText text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
      if let scheme = line.range(of: "://").map({ line[..<$0.lowerBound].lowercased() }) {
        return ["http", "https", "file"].contains(scheme)
      }
      return line.hasPrefix("/") && FileManager.default.fileExists(atPath: line)
    }
  }

  /// A file URL for a path, or the URL itself. An existing path takes precedence even if it looks like a URL.
  static func url(of file: String) -> URL {
    guard file.contains("://"), !FileManager.default.fileExists(atPath: file), let url = URL(string: file) else {
      return URL(fileURLWithPath: file)
    }
    return url
  }

  /// The display name of a file for titles and lists.
  static func name(of file: String) -> String {
    let name = url(of: file).lastPathComponent
    return name.isEmpty || name == "/" ? RedactedURL(text: file).description : name
  }

  /// The absolute path of a local file; nil for an address.
  static func localPath(of file: String) -> String? {
    let url = url(of: file)
    return url.isFileURL ? url.path : nil
  }

  /// The path of a file URL; nil for everything else.
  private static func path(of file: String) -> String? {
    file.hasPrefix("file://") ? URL(string: file)?.path : nil
  }

  /// The canonical form of a file for storage: absolute paths, which stay valid in a later session, and URLs without
  /// credentials.
  static func absolute(_ file: String) -> String {
    guard file.contains("://") else { return URL(fileURLWithPath: file).standardizedFileURL.path }
    if let path = path(of: file) { return path }
    return URL(string: file).map(StoredURL.text) ?? RedactedURL(text: file).description
  }
}
