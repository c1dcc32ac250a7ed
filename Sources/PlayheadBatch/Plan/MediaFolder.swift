import Glibc
import PlayheadNetworking
import PlayheadPlaylists

/// The media files in a folder and in those below it, in natural order.
///
/// Hidden files and folders are left out. Links to folders are not followed; a link to a file is followed if the file
/// is within the folder. One folder at a time is in memory.
package struct MediaFolder {
  /// Something that was found.
  package enum Found: Equatable {
    /// A media file, by its path.
    case file(String)
    /// A folder that cannot be read, by its path and the system's error.
    case unreadable(String, errno: Int32)
    /// A link to a file outside the folder, by its path.
    case outside(String)
  }

  /// Deeper folders are reported as unreadable: paths have at most 4096 bytes.
  private static let depthLimit = 512

  /// The folder without links.
  private let root: String
  /// The folder that is left out: the outputs.
  private let excluded: (device: dev_t, inode: ino_t)?

  /// Creates a walk over a folder.
  ///
  /// - Parameters:
  ///   - root: The absolute path.
  ///   - excluded: A folder whose files are left out, even if it is below the root.
  package init(_ root: String, excluding excluded: String) {
    self.root = root
    var status = stat()
    let exists = SystemPath.withBytes(of: excluded) { stat($0, &status) } == 0
    self.excluded = exists ? (status.st_dev, status.st_ino) : nil
  }

  /// Passes all files on, in their order.
  package func walk<Failure: Error>(_ found: (Found) throws(Failure) -> Void) throws(Failure) {
    try walk(root, BatchSource.realPath(root) ?? root, 0, found)
  }

  private func walk<Failure: Error>(
    _ folder: String, _ resolvedRoot: String, _ depth: Int, _ found: (Found) throws(Failure) -> Void
  ) throws(Failure) {
    guard depth < Self.depthLimit, let names = Self.names(in: folder) else {
      return try found(.unreadable(folder, errno: depth < Self.depthLimit ? errno : ELOOP))
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      guard SystemPath.withBytes(of: path, { lstat($0, &status) }) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        if let excluded, excluded == (status.st_dev, status.st_ino) { continue }
        try walk(path, resolvedRoot, depth + 1, found)
      case S_IFREG:
        if MediaExpansion.isMedia(name) { try found(.file(path)) }
      case S_IFLNK:
        guard MediaExpansion.isMedia(name), SystemPath.withBytes(of: path, { stat($0, &status) }) == 0,
          status.st_mode & S_IFMT == S_IFREG, let target = BatchSource.realPath(path)
        else { continue }
        try found(target.hasPrefix(resolvedRoot + "/") ? .file(path) : .outside(path))
      default: continue
      }
    }
  }

  /// The names in a folder in natural order, without hidden ones; nil with `errno` if it cannot be read.
  private static func names(in folder: String) -> [String]? {
    guard let stream = SystemPath.withBytes(of: folder, { opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in SystemPath.text(of: bytes.prefix { $0 != 0 }) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted(by: NaturalOrder.precedes)
  }
}
