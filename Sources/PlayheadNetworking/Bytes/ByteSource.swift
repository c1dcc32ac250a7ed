import Foundation

/// Where the bytes of a container come from. One reader thread uses a source; `cancel` may be called from any thread.
package protocol ByteSource: TransferControl {
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
  /// The first bytes, waited for: up to `count`, fewer where the resource is shorter. None where they cannot be read twice.
  func peek(_ count: Int) throws(ByteSourceError) -> [UInt8]
  /// Where redirections led; nil where nothing redirects.
  var location: URL? { get }
}

extension ByteSource {
  package func prepare() throws(ByteSourceError) {}
  package func head(_ count: Int) -> [UInt8] { [] }
  package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] { head(count) }
  package var location: URL? { nil }
  /// Whether it has no end: then its beginning cannot be read twice.
  package var isEndless: Bool { transfer?.isLive == true }
  package var transfer: TransferSnapshot? { nil }
}
