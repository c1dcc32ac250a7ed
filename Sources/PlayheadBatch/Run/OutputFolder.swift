import Glibc
import PlayheadNetworking

/// The output folder of a run: a folder for each source with outputs, and the run's own files.
///
/// Outputs are written to a working folder on the same file system. `publish` gives them their name in one step, so a
/// killed worker leaves either the previous outputs or the new ones.
package struct OutputFolder: Sendable {
  /// A failure of a system call, with the path that it concerns.
  package struct Failure: Error, Equatable {
    package var path: String
    package var errno: Int32
    /// Whether a file or folder has the name that was not made by this command, and therefore is not replaced.
    package var isForeign = false

    /// The failure as that of a result.
    package var problem: ResultProblem {
      if isForeign {
        return ResultProblem(
          .output,
          "“\(SystemPath.shown(path))” exists and is not a result of this command. Move it, or choose another folder.")
      }
      if errno == ENOSPC || errno == EDQUOT {
        return ResultProblem(.diskFull, "The disk with the output folder is full.")
      }
      return ResultProblem(
        .output, "“\(SystemPath.shown(path))” cannot be written: \(String(cString: strerror(errno))).")
    }
  }

  /// The name of the result line within the outputs of a source. It marks a folder as made by this command.
  package static let marker = "result.json"

  /// The absolute path without a slash at its end.
  package let path: String

  /// Describes a folder. Nothing is created.
  package init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The folder of the run's own files.
  package var ownPath: String { "\(path)/\(OutputName.reserved)" }
  /// The folder for outputs in progress.
  private var workPath: String { "\(ownPath)/work" }

  /// Creates the folders.
  package func create() throws(Failure) { try Self.makeFolders(workPath) }

  /// Takes the lock of the folder, which the process holds until it ends; false if another run has it.
  package func lock() throws(Failure) -> Bool {
    let path = ownPath + "/lock"
    let file = SystemPath.withBytes(of: path) { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw Failure(path: path, errno: errno) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    let code = errno
    close(file)
    guard code == EWOULDBLOCK else { throw Failure(path: path, errno: code) }
    return false
  }

  /// Removes outputs in progress of a killed run. The caller has the lock.
  package func removeUnfinished() {
    Self.removeTree(workPath)
    mkdir(workPath, 0o777)
  }

  /// Creates a folder for outputs in progress.
  package func makeWork() throws(Failure) -> String {
    var template = SystemPath.bytes(of: workPath + "/XXXXXX").map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { throw Failure(path: workPath, errno: errno) }
    chmod(template, 0o777 & ~Self.mask)
    return SystemPath.text(of: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// The process's mask for new files, which `mkdtemp` ignores. Read once: reading changes it for a moment.
  private static let mask: mode_t = {
    let mask = umask(0o022)
    umask(mask)
    return mask
  }()

  /// Whether a source has outputs from an earlier run.
  package func hasOutputs(_ name: String) -> Bool {
    SystemPath.withBytes(of: "\(path)/\(name)/\(Self.marker)") { access($0, F_OK) } == 0
  }

  /// Gives a working folder the name of its source, in one step. Earlier outputs are removed.
  package func publish(_ work: String, as name: String) throws(Failure) {
    let final = "\(path)/\(name)"
    if let slash = final.lastIndex(of: "/") { try Self.makeFolders(String(final[..<slash])) }
    if Self.rename(work, final) == 0 { return }
    let code = errno
    guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(code) else { throw Failure(path: final, errno: code) }
    guard hasOutputs(name) else { throw Failure(path: final, errno: EEXIST, isForeign: true) }
    guard Self.exchange(work, final) == 0 else {
      // A file system without this operation: for a moment there are no outputs.
      let old = work + ".old"
      guard Self.rename(final, old) == 0, Self.rename(work, final) == 0 else {
        let code = errno
        _ = Self.rename(old, final)
        throw Failure(path: final, errno: code)
      }
      Self.removeTree(old)
      return
    }
    Self.removeTree(work)
  }

  /// Removes a folder and everything below it; links are removed, not followed.
  package static func removeTree(_ path: String) {
    if let stream = SystemPath.withBytes(of: path, { opendir($0) }) {
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in SystemPath.text(of: bytes.prefix { $0 != 0 }) }
        if name != ".", name != ".." { names.append(name) }
      }
      closedir(stream)
      for name in names {
        let child = "\(path)/\(name)"
        var status = stat()
        guard SystemPath.withBytes(of: child, { lstat($0, &status) }) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          removeTree(child)
        } else {
          SystemPath.withBytes(of: child) { _ = unlink($0) }
        }
      }
    }
    SystemPath.withBytes(of: path) { _ = rmdir($0) }
  }

  /// Creates a folder and its parents.
  package static func makeFolders(_ path: String) throws(Failure) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard SystemPath.withBytes(of: made, { mkdir($0, 0o777) }) == 0 || [EEXIST, EISDIR].contains(errno) else {
        throw Failure(path: made, errno: errno)
      }
    }
    var status = stat()
    guard SystemPath.withBytes(of: path, { stat($0, &status) }) == 0 else { throw Failure(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(path: path, errno: ENOTDIR) }
  }

  private static func rename(_ old: String, _ new: String) -> Int32 {
    SystemPath.withBytes(of: old) { old in SystemPath.withBytes(of: new) { Glibc.rename(old, $0) } }
  }

  private typealias Rename =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// Exchanges two names in one step (renameat2(2)). The C library's header declares it only for GNU sources.
  private static func exchange(_ first: String, _ second: String) -> Int32 {
    guard let symbol = dlsym(nil, "renameat2") else { return -1 }
    let function = unsafeBitCast(symbol, to: Rename.self)
    let exchange: UInt32 = 2  // RENAME_EXCHANGE
    return SystemPath.withBytes(of: first) { first in
      SystemPath.withBytes(of: second) { function(AT_FDCWD, first, AT_FDCWD, $0, exchange) }
    }
  }
}
