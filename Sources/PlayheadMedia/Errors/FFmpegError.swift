/// A failure in the media libraries: the operation that failed, the library's error code, and its text.
package struct FFmpegError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The failed operation, as a phrase for messages.
  package enum Operation: String, Sendable {
    case open = "open the container"
    case probe = "find out what the streams hold"
    case read = "read a packet"
    case seek = "seek"
    case openDecoder = "open the decoder"
    case decode = "decode"
    case resample = "convert audio"
    case convertFrame = "convert a frame"
    case encodeImage = "encode an image"
    case openEncoder = "open the encoder"
    case encode = "encode"
    case filter = "set up a filter"
    case write = "write the file"
  }

  /// The operation, from the application's view.
  package let operation: Operation
  /// FFmpeg's negative `AVERROR` code.
  package let code: Int32
  /// The library's description of the code.
  package let text: String

  /// Creates an error from a library's negative code and its description.
  package init(_ operation: Operation, code: Int32, text: String) {
    self.operation = operation
    self.code = code
    self.text = text
  }

  /// One clause with the operation and the library's description, for logs.
  package var description: String { "could not \(operation.rawValue): \(text)" }

  /// The POSIX error of the code, if it is one: FFmpeg negates `errno` values, and its own codes are far below.
  package var posixCode: Int32? { code < 0 && code > -4096 ? -code : nil }
}
