import Foundation

/// A source of a container's bytes. One reader thread uses a source; `cancel` may be called from any thread.
package protocol ByteSource: TransferControl {
  /// Waits until `size` and `isSeekable` are known. Called once, by the reader, before anything else.
  func prepare() throws(ByteSourceError)
  /// Reads up to `buffer.count` bytes at the source's position. Returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
  /// Moves to `offset` bytes from the start. Only valid if `isSeekable`.
  func seek(to offset: Int64) throws(ByteSourceError)
  /// The total number of bytes; nil if unknown (a pipe).
  var size: Int64? { get }
  /// Whether `seek` may be called with any position within the size.
  var isSeekable: Bool { get }
  /// Up to `count` of the first bytes that are already available: they identify a resource whose format is not
  /// supported.
  func head(_ count: Int) -> [UInt8]
  /// Waits for the first bytes: up to `count`, fewer if the resource is shorter. Empty if they cannot be read twice.
  func peek(_ count: Int) throws(ByteSourceError) -> [UInt8]
  /// The URL after redirections; nil if there were none.
  var location: URL? { get }
}

extension ByteSource {
  /// Does nothing: files and memory need no preparation.
  package func prepare() throws(ByteSourceError) {}
  /// Returns nothing, for sources whose bytes can be read only once.
  package func head(_ count: Int) -> [UInt8] { [] }
  /// Returns only bytes that are available without waiting.
  package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] { head(count) }
  /// Returns nil: without redirections the requested URL is the location.
  package var location: URL? { nil }
  /// Whether the source is endless: then its beginning cannot be read twice.
  package var isEndless: Bool { transfer?.isLive == true }
  /// Returns nil: nothing has to be fetched.
  package var transfer: TransferSnapshot? { nil }
}
