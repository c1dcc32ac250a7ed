import Foundation
import Glibc
import PlayheadItems
import PlayheadNetworking

/// Checks a file without opening it as media, before a window or screen is opened for it.
enum FileCheck {
  /// The error of a file that is missing, unreadable, empty or a folder; nil if it may be playable. Other URLs are not
  /// checked.
  static func error(_ location: MediaLocation) -> MediaError? {
    guard location.url.isFileURL else { return nil }
    let path = location.url.systemPath
    var information = stat()
    if SystemPath.withBytes(of: path, { stat($0, &information) }) != 0 {
      return MediaError(errno == EACCES ? .noPermission : .fileNotFound, url: location.url)
    }
    let kind = information.st_mode & S_IFMT
    if kind == S_IFDIR { return MediaError(.isDirectory, url: location.url) }
    if SystemPath.withBytes(of: path, { access($0, R_OK) }) != 0 { return MediaError(.noPermission, url: location.url) }
    if kind == S_IFREG, information.st_size == 0 { return MediaError(.emptyFile, url: location.url) }
    return nil
  }
}
