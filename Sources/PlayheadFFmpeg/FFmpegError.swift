import CPlayheadFFmpeg
import Foundation

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
    case filter = "set up a filter"
  }

  /// The operation, from the application's view.
  package let operation: Operation
  /// FFmpeg's negative `AVERROR` code.
  package let code: Int32

  /// Creates an error from a library's negative code.
  package init(_ operation: Operation, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// An error for exhausted memory.
  package static func outOfMemory(_ operation: Operation) -> FFmpegError {
    FFmpegError(operation, code: playhead_error_out_of_memory)
  }

  /// The library's description of the code.
  package var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: base)
    }
  }

  /// One clause with the operation and the library's description, for logs.
  package var description: String { "could not \(operation.rawValue): \(text)" }

  /// Whether the end of the file was reached.
  package var isEndOfFile: Bool { code == playhead_error_eof }
  /// Whether the operation was cancelled.
  package var isInterrupted: Bool { code == playhead_error_exit }
  /// Whether the data is damaged.
  package var isInvalidData: Bool { code == playhead_error_invalid_data }

  /// The POSIX error of the code, if it is one: FFmpeg negates `errno` values, and its own codes are far below.
  package var posixCode: Int32? { code < 0 && code > -4096 ? -code : nil }
}
