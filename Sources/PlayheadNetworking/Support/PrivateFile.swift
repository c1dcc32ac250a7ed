import Foundation
import Glibc

/// Files that only their owner may read, in folders that only their owner may enter.
package enum PrivateFile {
  /// The failure of a system call, with its `errno`.
  package enum Failure: Error, Equatable { case system(code: Int32, path: String) }

  /// Replaces the file atomically: readers find the old content or the new one. Creates its folder, accessible only to
  /// its owner.
  package static func write(_ data: Data, to url: URL) throws(Failure) {
    let folder = url.deletingLastPathComponent().path
    try makeFolder(folder)
    var template = Array((folder + "/." + url.lastPathComponent + ".XXXXXX").utf8CString)
    // Mode 0600, and an unpredictable name.
    let descriptor = mkstemp(&template)
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw .system(code: errno, path: temporary) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let code = fill(descriptor, data)
    guard code == 0, rename(temporary, url.path) == 0 else {
      let reason = code == 0 ? errno : code
      unlink(temporary)
      throw .system(code: reason, path: url.path)
    }
  }

  /// Creates a folder and its parents, accessible only to its owner.
  package static func makeFolder(_ path: String) throws(Failure) {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard chmod(path, 0o700) == 0 else { throw .system(code: errno, path: path) }
  }

  /// Writes the data and returns the `errno` of a failure, or 0.
  private static func fill(_ descriptor: Int32, _ data: Data) -> Int32 {
    var code: Int32 = 0
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while code == 0, !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { code = errno }
      }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    return code
  }
}
