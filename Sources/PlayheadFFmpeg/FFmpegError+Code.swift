import CPlayheadFFmpeg
import PlayheadMedia

extension FFmpegError {
  /// Creates an error from a library's negative code, with the library's description of it.
  package init(_ operation: Operation, code: Int32) {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: base)
    }
    self.init(operation, code: code, text: text)
  }

  /// An error for exhausted memory.
  package static func outOfMemory(_ operation: Operation) -> FFmpegError {
    FFmpegError(operation, code: playhead_error_out_of_memory)
  }

  /// Whether the end of the file was reached.
  package var isEndOfFile: Bool { code == playhead_error_eof }
  /// Whether the operation was cancelled.
  package var isInterrupted: Bool { code == playhead_error_exit }
  /// Whether the data is damaged.
  package var isInvalidData: Bool { code == playhead_error_invalid_data }
}
