import Foundation
import PlayheadNetworking
import PlayheadText

/// A caption file that belongs to a media file by its name.
package struct CaptionFile: Equatable, Sendable {
  /// The path.
  package var path: String
  /// What its name says.
  package var name: CaptionFileName

  /// Creates a caption file.
  package init(path: String, name: CaptionFileName) { (self.path, self.name) = (path, name) }
}

/// Finds the caption files of a media file: `Film.srt` and `Film.de.forced.ass` beside `Film.mp4`, or in a folder
/// `Subs` or `Subtitles` beside it.
package enum CaptionFileFinder {
  /// The folders that are searched, in lower case.
  private static let folders: Set<String> = ["subs", "subtitles"]
  /// The number of files that are used.
  private static let limit = 32

  /// The caption files of a local media file, without the language first, then by language. Reads two or three folders.
  package static func files(beside path: String) -> [CaptionFile] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let media = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = LocalFile.names(in: folder)
    var found = files(names, in: folder, beside: media)
    for name in names.sorted() where folders.contains(name.lowercased()) {
      found += files(LocalFile.names(in: folder + "/" + name), in: folder + "/" + name, beside: media)
    }
    return Array(found.prefix(limit))
  }

  /// The files among `names` that belong to `media`.
  private static func files(_ names: [String], in folder: String, beside media: String) -> [CaptionFile] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return names.compactMap { name in
      CaptionFileName(name, besideMedia: media).map { CaptionFile(path: prefix + name, name: $0) }
    }
    .sorted { first, second in
      let (a, b) = (first.name.language ?? "", second.name.language ?? "")
      return a == b ? first.path.localizedStandardCompare(second.path) == .orderedAscending : a < b
    }
  }

  /// The file to show first: of the preferred languages the first that has one, else the one without a language, else
  /// the first of all. Forced captions are shown only if there are no others.
  package static func preferred(of files: [CaptionFile], languages: [String]) -> CaptionFile? {
    let whole = files.filter { !$0.name.isForced }
    let candidates = whole.isEmpty ? files : whole
    let matches = languages.lazy.compactMap { language in candidates.first { isSame($0.name.language, language) } }
    return matches.first ?? candidates.first { $0.name.language == nil } ?? candidates.first
  }

  /// Whether a tag names the language of another tag, whatever the region: `de` and `deu` are that of `de-AT`.
  private static func isSame(_ tag: String?, _ other: String) -> Bool {
    func code(_ tag: String) -> String? { Locale.Language(identifier: tag).languageCode?.identifier(.alpha2) }
    return tag.flatMap(code).map { $0 == code(other) } ?? false
  }
}
