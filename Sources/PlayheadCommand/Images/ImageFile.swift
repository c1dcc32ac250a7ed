import CoreGraphics
import Glibc
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// The error of a file that could not be saved.
struct ImageFileError: Error {
  /// The path of the file or folder as given on the command line.
  var path: String
  /// The reason, without a final full stop.
  var cause: String
  /// The remedy: a complete sentence.
  var advice: String
  /// The system's error; 0 if the image itself cannot be stored.
  private(set) var code: Int32 = 0

  /// Creates an error from its parts.
  init(path: String, cause: String, advice: String) {
    (self.path, self.cause, self.advice) = (path, cause, advice)
  }

  /// Creates an error from a system error code.
  init(path: String, errno code: Int32) {
    self.init(path: path, cause: String(cString: strerror(code)), advice: "Check the name, permissions and disk.")
    self.code = code
  }

  /// The complete message for standard error, safe for a terminal.
  var sentence: String { "playhead: cannot write “\(CellText.printable(path))”: \(cause). \(advice)" }
}

/// Saves images.
enum ImageFile {
  /// Encodes an image and saves it, replacing an existing file.
  static func write(_ image: CGImage, to destination: ImageDestination) throws(ImageFileError) {
    try write(try encode(image, as: destination.format, for: destination.path), to: destination.path)
  }

  /// Encodes an image in memory.
  ///
  /// - Parameter path: The path of the file, for the error only; nothing is written.
  /// - Throws: An `ImageFileError` if FFmpeg cannot encode the image in this format or size.
  static func encode(
    _ image: CGImage, as format: ImageEncoder.Format, for path: String
  ) throws(ImageFileError) -> [UInt8] {
    do throws(FFmpegError) {
      return try ImageEncoder.encode(image, as: format)
    } catch {
      throw ImageFileError(path: path, cause: "\(error)", advice: "Choose another format or a smaller size.")
    }
  }

  /// Creates or truncates a file and writes all bytes. After an error the file is incomplete.
  ///
  /// - Throws: An `ImageFileError` if opening, writing or closing fails; some systems report a full disk only on
  ///   closing.
  static func write(_ bytes: [UInt8], to path: String) throws(ImageFileError) {
    let file = SystemPath.withBytes(of: path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard file >= 0 else { throw failed(path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let error = failed(path)
        close(file)
        throw error
      }
      rest = rest.dropFirst(written)
    }
    guard close(file) == 0 else { throw failed(path) }
  }

  /// Creates a folder and its parents.
  static func makeFolder(_ path: String) throws(ImageFileError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
      guard SystemPath.withBytes(of: made, { mkdir($0, 0o777) }) == 0 || errno == EEXIST || errno == EISDIR else {
        throw failed(made)
      }
    }
    var status = stat()
    guard SystemPath.withBytes(of: path, { stat($0, &status) }) == 0 else { throw failed(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw ImageFileError(path: path, cause: "it is not a folder", advice: "Name another folder.")
    }
  }

  /// The error of the last system call, from `errno`.
  private static func failed(_ path: String) -> ImageFileError { ImageFileError(path: path, errno: errno) }
}
