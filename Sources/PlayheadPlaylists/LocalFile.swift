import Glibc
import PlayheadNetworking

/// Small local files as bytes.
enum LocalFile {
  /// The kinds that matter here.
  enum Kind { case file, folder, other }

  /// The kind of what a path leads to; nil if there is nothing, or it is not accessible.
  static func kind(_ path: String) -> Kind? {
    var information = stat()
    guard SystemPath.withBytes(of: path, { stat($0, &information) }) == 0 else { return nil }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The contents of a regular file; nil if it cannot be read or is larger than `limit` bytes.
  static func contents(_ path: String, limit: Int) -> [UInt8]? {
    guard kind(path) == .file, let file = SystemPath.withBytes(of: path, { fopen($0, "re") }) else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = fread(&block, 1, block.count, file)
      guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
      bytes += block[..<count]
    }
    return nil
  }

  /// The path without symbolic links, by which two names of one file are recognised; the path itself if it does not
  /// exist.
  static func canonical(_ path: String) -> String {
    guard let resolved = SystemPath.withBytes(of: path, { realpath($0, nil) }) else { return path }
    defer { free(resolved) }
    return SystemPath.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// The names in a folder without hidden ones, at most 10,000; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = SystemPath.withBytes(of: folder, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < 10_000, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in SystemPath.text(of: bytes.prefix { $0 != 0 }) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
