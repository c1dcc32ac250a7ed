import Foundation
import PlayheadNetworking

/// Expands the files and folders that the user passes into a list of media files.
enum MediaList {
  /// The file name extensions of media files. Used for folders only: a file that is named explicitly is always tried.
  private static let endings: Set<String> = [
    "3g2", "3gp", "aac", "ac3", "aif", "aiff", "asf", "avi", "flac", "flv", "m2ts", "m3u8", "m4a", "m4b", "m4v", "mka",
    "mkv",
    "mov", "mp2", "mp3", "mp4", "mpeg", "mpg", "mts", "mxf", "oga", "ogg", "ogm", "ogv", "opus", "ts", "vob", "wav",
    "webm",
    "wma", "wmv",
  ]

  /// Returns files unchanged, and replaces folders by the media files in them, in the order of their names.
  static func expand(_ files: [String]) -> [String] {
    files.flatMap { file -> [String] in
      let path = path(of: file) ?? file
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        return [file]
      }
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      return names.filter { isMedia($0) }.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
        .map { path + "/" + $0 }
    }
  }

  /// The message if `expand` found no media files in the folders.
  static func nothing(in folders: [String]) -> String {
    "there are no films and no music in \(folders.map { "“\(RedactedURL(text: $0))”" }.joined(separator: ", "))."
  }

  /// Whether the extension of a file name is one of media files, in upper or lower case.
  static func isMedia(_ name: String) -> Bool {
    endings.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
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
