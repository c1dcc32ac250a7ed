import Foundation

/// Where the bytes of a container come from. One reader thread uses a source; `cancel` may be called from any thread.
package protocol ByteSource: AnyObject, Sendable {
  /// Reads up to `buffer.count` bytes at the source's position. Returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// Moves to `offset` bytes from the start. Only called where `isSeekable`.
  func seek(to offset: Int64) throws(ByteSourceError)
  /// Bytes in all, nil where nobody knows (a pipe).
  var size: Int64? { get }
  var isSeekable: Bool { get }
  /// Makes a blocked and every later `read` end with `.cancelled`, until `resume` is called.
  func cancel()
  func resume()
}

/// Why bytes could not be had.
package enum ByteSourceError: Error, Sendable, Equatable {
  /// The read was given up because somebody asked for it: a seek, or the end of the item.
  case cancelled
  /// Nothing came for that many seconds.
  case timedOut(seconds: Int)
  case isDirectory(path: String)
  /// The system refused; `code` is an `errno` value.
  case system(code: Int32, path: String)
}
