import Foundation
import Synchronization

/// Bytes in memory, for media that a program provides as data.
package final class MemoryByteSource: ByteSource {
  /// All bytes.
  private let data: Data
  /// The offset of the next byte. Written by the reader only.
  private let offset = Atomic<Int>(0)
  /// Set by `cancel` on any thread; checked before each read.
  private let cancellation = Atomic<Bool>(false)

  /// Creates a source at the start of the data.
  package init(_ data: Data) { self.data = data }

  /// The number of bytes.
  package var size: Int64? { Int64(data.count) }
  /// Always true.
  package var isSeekable: Bool { true }

  /// Reads without moving the position.
  package func head(_ count: Int) -> [UInt8] { Array(data.prefix(max(0, count))) }

  /// Copies the next bytes; never waits.
  ///
  /// - Throws: `cancelled`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if isCancelled { throw .cancelled }
    let start = min(offset.load(ordering: .relaxed), data.count)
    let count = min(buffer.count, data.count - start)
    guard count > 0 else { return 0 }
    let first = data.startIndex + start
    data.copyBytes(to: buffer, from: first..<first + count)
    offset.store(start + count, ordering: .relaxed)
    return count
  }

  /// Moves the position, also beyond the end, where reads return 0.
  ///
  /// - Throws: `system` with `EINVAL` for negative offsets.
  package func seek(to offset: Int64) throws(ByteSourceError) {
    guard offset >= 0 else { throw .system(code: EINVAL, path: "") }
    self.offset.store(Int(clamping: offset), ordering: .relaxed)
  }

  /// Whether reads fail until `resume`.
  package var isCancelled: Bool { cancellation.load(ordering: .acquiring) }
  /// Makes reads fail.
  package func cancel() { cancellation.store(true, ordering: .releasing) }
  /// Allows reads again.
  package func resume() { cancellation.store(false, ordering: .releasing) }
}

/// Provides the same bytes for one address, and refuses every other address.
package struct MemoryByteSourceProvider: ByteSourceProvider {
  /// The bytes of the address.
  private let data: Data
  /// The address that stands for the bytes: nothing reads it from a file or a server.
  package static let url = URL(string: "playhead-memory:media") ?? URL(fileURLWithPath: "/dev/null")

  /// Creates a provider for the bytes.
  package init(_ data: Data) { self.data = data }

  /// Creates a source at the start of the bytes.
  ///
  /// - Throws: `unsupportedScheme` for addresses other than `url`.
  package func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    guard url == Self.url else { throw .unsupportedScheme(url.scheme ?? "") }
    return MemoryByteSource(data)
  }
}
