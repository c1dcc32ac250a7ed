import Glibc
import PlayheadEngine

/// What can be said of a file without opening it as media: asked before a window or a screen is opened for it.
enum FileCheck {
  static func error(_ location: MediaLocation) -> MediaError? {
    guard location.url.isFileURL else { return nil }
    let path = location.url.path
    var information = stat()
    if stat(path, &information) != 0 {
      return MediaError(errno == EACCES ? .noPermission : .fileNotFound, url: location.url)
    }
    let kind = information.st_mode & S_IFMT
    if kind == S_IFDIR { return MediaError(.isDirectory, url: location.url) }
    if access(path, R_OK) != 0 { return MediaError(.noPermission, url: location.url) }
    if kind == S_IFREG, information.st_size == 0 { return MediaError(.emptyFile, url: location.url) }
    return nil
  }
}
