import Foundation
import PlayheadNetworking
import Synchronization

/// A file of an image in memory, as a source for the demuxer. It refers to nothing else.
final class ImageBytes: ByteSource {
  /// The whole file; not copied.
  private let data: Data
  /// The offset of the next byte to read, and whether reads fail.
  private let state = Mutex((position: 0, isCancelled: false))

  /// Creates a source at the start of the file.
  init(_ data: Data) { self.data = data }

  /// The size of the file in bytes; always known.
  var size: Int64? { Int64(data.count) }
  /// Always true: any position can be read.
  var isSeekable: Bool { true }

  /// Copies the next bytes; returns 0 at the end. Never blocks.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if isCancelled { throw .cancelled }
    let start = state.withLock { $0.position }
    let end = min(data.count, start + min(buffer.count, data.count - start))
    guard start < end else { return 0 }
    data.copyBytes(to: buffer, from: data.startIndex + start..<data.startIndex + end)
    state.withLock { $0.position = end }
    return end - start
  }

  /// Moves the position, limited to the file. Never fails.
  func seek(to offset: Int64) throws(ByteSourceError) {
    state.withLock { $0.position = Int(min(max(0, offset), Int64(data.count))) }
  }

  /// Whether reads fail until `resume`.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  /// Makes all reads fail until `resume`.
  func cancel() { state.withLock { $0.isCancelled = true } }
  /// Allows reads again.
  func resume() { state.withLock { $0.isCancelled = false } }
}
