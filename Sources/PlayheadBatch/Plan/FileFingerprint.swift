import Glibc
import PlayheadNetworking

/// The size and the modification time of a file.
package struct FileStatus: Equatable, Sendable {
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64

  /// Creates a status from its parts.
  package init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }

  /// The status of a regular file; nil with the reason if there is none.
  package static func read(_ path: String) -> Result<FileStatus, FileProblem> {
    var status = stat()
    guard SystemPath.withBytes(of: path, { stat($0, &status) }) == 0 else { return .failure(FileProblem(errno: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .success(FileStatus(status))
    case S_IFDIR: return .failure(.isFolder)
    default: return .failure(.isSpecial)
    }
  }

  /// The status of an open file.
  init(_ status: stat) {
    size = Int64(status.st_size)
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    modified = overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The time in decimal seconds, exact, for result lines: a JSON number would be rounded by most readers.
  package var modifiedText: String {
    let fraction = String(modified.magnitude % 1_000_000_000)
    let sign = modified < 0 ? "-" : ""
    return "\(sign)\(modified.magnitude / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count)
      + fraction
  }

  /// Parses decimal seconds with nine decimals; nil for other text.
  package static func modified(_ text: String) -> Int64? {
    let digits = text.filter { $0 != "." }
    guard text.count - digits.count == 1, text.split(separator: ".").last?.count == 9 else { return nil }
    return Int64(digits)
  }
}

/// The reason why a file cannot be read.
package enum FileProblem: Error, Equatable, Sendable {
  /// There is no file of this name.
  case vanished
  /// The permissions do not allow reading.
  case noPermission
  /// It is a folder.
  case isFolder
  /// It is a pipe, a device or a socket.
  case isSpecial
  /// Another system error.
  case other(Int32)

  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .vanished
    case EACCES, EPERM: self = .noPermission
    default: self = .other(code)
    }
  }
}

/// A hash of the contents of a file.
package enum FileFingerprint {
  /// The number of places that a sample consists of, evenly distributed from the first byte to the last.
  private static let places: Int64 = 16
  /// The bytes at each place: with 16 places, tags at either end and a container's index are covered.
  private static let placeBytes: Int64 = 16 << 10

  /// Hashes a file.
  ///
  /// - Parameter isWhole: Whether all bytes are hashed. Otherwise, those of `places` of them, which costs the same for
  ///   files of every size; a smaller file is hashed as a whole.
  /// - Returns: `xxh64:` and 16 digits for a whole file, else `sample:`; and the status before the first byte.
  package static func read(_ path: String, isWhole: Bool) -> Result<(hash: String, status: FileStatus), FileProblem> {
    let file = SystemPath.withBytes(of: path) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard file >= 0 else { return .failure(FileProblem(errno: errno)) }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0 else { return .failure(FileProblem(errno: errno)) }
    guard information.st_mode & S_IFMT == S_IFREG else {
      return .failure(information.st_mode & S_IFMT == S_IFDIR ? .isFolder : .isSpecial)
    }
    let status = FileStatus(information)
    var hash = XXH64()
    let isSmall = status.size <= places * placeBytes
    let isComplete = isWhole || isSmall
    // The last place ends with the file. Dividing first avoids an overflow.
    let (step, rest) = max(0, status.size - placeBytes).quotientAndRemainder(dividingBy: places - 1)
    for place in 0..<(isComplete ? 1 : places) {
      let start = step * place + rest * place / (places - 1)
      let length: Int64 = isComplete ? .max : placeBytes
      if let code = add(file, from: start, length, to: &hash) { return .failure(FileProblem(errno: code)) }
    }
    return .success(((isComplete ? "xxh64:" : "sample:") + hash.hexadecimal, status))
  }

  /// Adds a range to the hash; returns the system error of a failure. Ends at the end of the file.
  private static func add(_ file: Int32, from start: Int64, _ length: Int64, to hash: inout XXH64) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: Int(min(length, 256 << 10)))
    var (offset, left) = (start, length)
    while left > 0 {
      let wanted = Int(min(Int64(buffer.count), left))
      let count = pread(file, &buffer, wanted, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      guard count > 0 else { return nil }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += Int64(count)
      left -= Int64(count)
    }
    return nil
  }
}
