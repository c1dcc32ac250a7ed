import Foundation
import PlayheadItems

/// The default folder of downloads: in the user's data folder, by program and session.
enum DownloadFolder {
  static func url(session: String?, title: String, source: URL) -> URL {
    // Never a shared folder, which another user could have created in advance.
    let data =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    return
      data
      .appendingPathComponent(name(ProcessInfo.processInfo.processName))
      .appendingPathComponent("AVAssetDownloads")
      .appendingPathComponent(name(session ?? "default"))
      .appendingPathComponent("\(name(title)) \(mark(source)).\(StreamPackage.pathExtension)")
  }

  /// A name that is valid in all file systems.
  private static func name(_ text: String) -> String {
    let valid = text.map { character -> Character in
      character == "/" || character == ":" || character.isNewline || character == "\0" ? "-" : character
    }
    let name = String(valid.prefix(80)).trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".")))
    return name.isEmpty ? "untitled" : name
  }

  /// Distinguishes streams with the same title: the 64-bit FNV-1a hash of the URL.
  private static func mark(_ source: URL) -> String {
    let hash = source.absoluteString.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
