import Foundation
import Glibc
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// A file that appears under its name when it is complete: until then it has a temporary name in the same folder.
struct OutputFile: Sendable {
  /// The URL of the complete file.
  private let url: URL
  /// The path of the complete file (`SystemPath`).
  private let path: String
  /// The path at which the file is written (`SystemPath`).
  let temporary: String

  /// Names a file. `isInPlace`: whether it is written under its own name.
  init(_ url: URL, isInPlace: Bool = false) {
    self.url = url
    let path = url.systemPath
    self.path = path
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    // The name has a length that no file system refuses, however long that of the file is.
    temporary = isInPlace ? path : "\(folder).playhead-\(UUID().uuidString)"
  }

  /// Creates the empty file that is written.
  ///
  /// - Throws: `MediaError` of the kind `.fileExists` or `.writeFailed`.
  func create() throws(MediaError) {
    guard SystemPath.withBytes(of: path, { access($0, F_OK) }) != 0 else { throw MediaError(.fileExists, url: url) }
    let file = SystemPath.withBytes(of: temporary) { open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666) }
    // Another program may have created the file meanwhile, which is then left alone.
    guard file >= 0 else { throw failure }
    close(file)
  }

  /// Gives the complete file its name, unless another program has created a file there meanwhile.
  ///
  /// - Throws: `MediaError` of the kind `.fileExists` or `.writeFailed`.
  func publish() throws(MediaError) {
    if temporary == path { return }
    let isLinked = SystemPath.withBytes(of: temporary) { old in
      SystemPath.withBytes(of: path) { new in link(old, new) == 0 }
    }
    if isLinked { return discard() }
    if errno == EEXIST { throw failure }
    // Some file systems have no hard links.
    guard SystemPath.withBytes(of: path, { access($0, F_OK) }) != 0 else { throw MediaError(.fileExists, url: url) }
    let isRenamed = SystemPath.withBytes(of: temporary) { old in
      SystemPath.withBytes(of: path) { new in rename(old, new) == 0 }
    }
    guard isRenamed else { throw failure }
  }

  /// Removes the incomplete file.
  func discard() { _ = SystemPath.withBytes(of: temporary) { unlink($0) } }

  /// The error of the last system call.
  private var failure: MediaError {
    errno == EEXIST ? MediaError(.fileExists, url: url) : MediaError(.writeFailed(errno: errno), url: url)
  }
}

extension MediaError {
  /// A failure of libavformat to write a file.
  init(writing error: FFmpegError, to url: URL) {
    // libavformat refuses times and parameters with EINVAL; the disk is not at fault.
    let code = error.posixCode.flatMap { $0 == EINVAL ? nil : $0 }
    self.init(code.map { .writeFailed(errno: $0) } ?? .muxFailed, url: url, cause: error)
  }
}
