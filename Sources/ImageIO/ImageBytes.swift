import Foundation
import PlayheadNetworking
import Synchronization

/// A file of an image in memory, as a source for the demuxer. It refers to nothing else.
final class ImageBytes: ByteSource {
  private let data: Data
  private let state = Mutex((position: 0, isCancelled: false))

  init(_ data: Data) { self.data = data }

  var size: Int64? { Int64(data.count) }
  var isSeekable: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if isCancelled { throw .cancelled }
    let start = state.withLock { $0.position }
    let end = min(data.count, start + min(buffer.count, data.count - start))
    guard start < end else { return 0 }
    data.copyBytes(to: buffer, from: data.startIndex + start..<data.startIndex + end)
    state.withLock { $0.position = end }
    return end - start
  }

  func seek(to offset: Int64) throws(ByteSourceError) {
    state.withLock { $0.position = Int(min(max(0, offset), Int64(data.count))) }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  func cancel() { state.withLock { $0.isCancelled = true } }
  func resume() { state.withLock { $0.isCancelled = false } }
}
