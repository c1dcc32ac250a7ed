import Foundation
import Glibc
import PlayheadMedia

/// A file that appears under its name when it is complete: until then it has a temporary name in the same folder.
struct OutputFile: Sendable {
  /// The URL of the complete file.
  let url: URL
  /// The URL at which it is written.
  let temporary: URL

  /// Names a temporary file beside the complete one.
  init(_ url: URL) {
    self.url = url
    temporary = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).\(url.lastPathComponent)")
  }

  /// Names a file that is written under its own name.
  init(inPlace url: URL) { (self.url, temporary) = (url, url) }

  /// Gives the complete file its name, unless another program has created a file there meanwhile.
  ///
  /// - Throws: `MediaError` of the kind `.fileExists` or `.writeFailed`.
  func publish() throws(MediaError) {
    if temporary == url { return }
    if link(temporary.path, url.path) == 0 {
      unlink(temporary.path)
      return
    }
    if errno == EEXIST { throw MediaError(.fileExists, url: url) }
    // Some file systems have no hard links.
    guard access(url.path, F_OK) != 0, rename(temporary.path, url.path) == 0 else {
      throw MediaError(.writeFailed(errno: errno), url: url)
    }
  }

  /// Removes the incomplete file.
  func discard() { unlink(temporary.path) }
}
