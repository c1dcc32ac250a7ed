import Foundation

/// Writes messages to standard error.
enum StandardError {
  /// Writes a line at once, without buffering.
  static func write(_ text: String) {
    TerminalConnection.erase()
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
