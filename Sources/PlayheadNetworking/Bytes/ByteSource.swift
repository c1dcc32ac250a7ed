import Foundation

/// Where the bytes of a container come from. One reader thread uses a source; `cancel` may be called from any thread.
package protocol ByteSource: AnyObject, Sendable {
  /// Waits until `size` and `isSeekable` are known. Called once, by the reader, before anything else.
  func prepare() throws(ByteSourceError)
  /// Reads up to `buffer.count` bytes at the source's position. Returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// Moves to `offset` bytes from the start. Only called where `isSeekable`.
  func seek(to offset: Int64) throws(ByteSourceError)
  /// Bytes in all, nil where nobody knows (a pipe).
  var size: Int64? { get }
  var isSeekable: Bool { get }
  /// The first bytes, as many of them as are at hand: they tell what a resource was meant to be that nobody
  /// understands.
  func head(_ count: Int) -> [UInt8]
  /// What was fetched so far; nil where nothing has to be fetched. Readable from any thread without waiting.
  var transfer: TransferSnapshot? { get }
  /// Makes a blocked and every later `read` end with `.cancelled`, until `resume` is called.
  func cancel()
  func resume()
}

extension ByteSource {
  package func prepare() throws(ByteSourceError) {}
  package func head(_ count: Int) -> [UInt8] { [] }
  package var transfer: TransferSnapshot? { nil }
}
