import Glibc
import PlayheadNetworking

/// The result file: the result lines of the journal as a file, one line a source.
///
/// A line is appended after its transaction is committed, so a killed run leaves a file that is shorter than the
/// journal or ends in half a line, and `rewrite` replaces it at the next start. The old line of a source that is
/// processed again stays until the end of the run. So the file has at most one line a source at any moment.
package final class ResultFile {
  /// The file name within the output folder.
  package static let name = "results.jsonl"

  private let path: String
  /// The open file; −1 before `open`.
  private var file: Int32 = -1
  /// The length of the file, which ends in a whole line.
  private var length: Int64 = 0

  /// Creates an object for the file of an output folder. Nothing is opened.
  package init(folder: String) { path = folder + "/" + Self.name }

  deinit { if file >= 0 { close(file) } }

  /// The failure of a system call.
  package struct Failure: Error, Equatable {
    /// The path of the file.
    package var path: String
    /// The system's error.
    package var errno: Int32
  }

  /// Opens the file for appending if it has the lines that the journal expects.
  ///
  /// - Parameter expected: The identity and length of the file in the journal; nil if none was written.
  /// - Returns: Whether the file is as expected. Otherwise `rewrite` must follow.
  func open(expected: (inode: Int64, length: Int64)?) -> Bool {
    guard let expected else { return false }
    let opened = SystemPath.withBytes(of: path) { Glibc.open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
    guard opened >= 0 else { return false }
    var status = stat()
    guard fstat(opened, &status) == 0, Int64(bitPattern: UInt64(status.st_ino)) == expected.inode,
      Int64(status.st_size) == expected.length
    else {
      close(opened)
      return false
    }
    (file, length) = (opened, expected.length)
    return true
  }

  /// Appends lines. After an error the file has its previous length.
  func append(_ lines: [String]) throws(Failure) {
    guard !lines.isEmpty else { return }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    do throws(Failure) {
      try Self.write(bytes, to: file, path)
      length += Int64(bytes.count)
    } catch {
      _ = ftruncate(file, off_t(length))
      throw error
    }
  }

  /// Writes the lines to a new file, which replaces the old one after `commit`.
  ///
  /// - Parameters:
  ///   - lines: Passes each line on.
  ///   - commit: Stores the identity of the new file, before it has its name: a kill in between leaves a file that the
  ///     journal does not expect, and which is written again.
  func rewrite<Problem: Error>(
    _ lines: ((String) -> Void) throws(Problem) -> Void, commit: (Int64) throws(Problem) -> Void
  ) throws(RewriteFailure<Problem>) {
    let temporary = path + ".new"
    let new = SystemPath.withBytes(of: temporary) {
      Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    }
    guard new >= 0 else { throw .file(Failure(path: temporary, errno: errno)) }
    var (buffer, total) = ([UInt8](), Int64(0))
    var failure: Failure?
    func flush() {
      guard failure == nil, !buffer.isEmpty else { return }
      do throws(Failure) { try Self.write(buffer, to: new, temporary) } catch { failure = error }
      total += Int64(buffer.count)
      buffer.removeAll(keepingCapacity: true)
    }
    do throws(Problem) {
      try lines { line in
        buffer += line.utf8
        buffer.append(0x0A)
        if buffer.count > 1 << 20 { flush() }
      }
      flush()
      var status = stat()
      if failure == nil, fstat(new, &status) != 0 || fsync(new) != 0 {
        failure = Failure(path: temporary, errno: errno)
      }
      if failure == nil { try commit(Int64(bitPattern: UInt64(status.st_ino))) }
    } catch {
      close(new)
      SystemPath.withBytes(of: temporary) { _ = unlink($0) }
      throw .journal(error)
    }
    if failure == nil,
      SystemPath.withBytes(of: temporary, { old in SystemPath.withBytes(of: path) { rename(old, $0) } }) != 0
    {
      failure = Failure(path: path, errno: errno)
    }
    if let failure {
      close(new)
      SystemPath.withBytes(of: temporary) { _ = unlink($0) }
      throw .file(failure)
    }
    if file >= 0 { close(file) }
    (file, length) = (new, total)
  }

  /// A failure of the file or of the journal.
  enum RewriteFailure<Problem: Error>: Error { case file(Failure), journal(Problem) }

  /// Reads the lines of an existing file, for a journal that was lost. A last line without a line feed is omitted.
  func readLines(_ line: (ArraySlice<UInt8>) -> Void) throws(Failure) {
    let file = SystemPath.withBytes(of: path) { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw Failure(path: path, errno: errno)
    }
    defer { close(file) }
    var rest: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(path: path, errno: errno) }
      guard count > 0 else { return }
      rest += block[..<count]
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: 0x0A) {
        line(rest[start..<end])
        start = end + 1
      }
      rest.removeSubrange(..<start)
    }
  }

  /// Writes all bytes.
  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Failure(path: path, errno: written == 0 ? ENOSPC : errno) }
      rest = rest.dropFirst(written)
    }
  }
}
