import Foundation

/// Where programs say what went wrong.
enum StandardError {
  static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
