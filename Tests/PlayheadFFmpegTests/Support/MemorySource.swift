import Foundation
import PlayheadNetworking

/// Bytes in memory, in pieces of at most `most`; from `failsAt` on reads fail. After `cancelsAfter` reads it reports
/// cancellation, and returns its bytes all the same.
final class MemorySource: ByteSource, @unchecked Sendable {
  // Sendable: one test uses it from one thread.
  static let failure = ByteSourceError.system(code: EIO, path: "memory")
  private let data: Data
  private let most: Int
  private let failsAt: Int64
  private var position: Int64 = 0
  private let cancelsAfter: Int
  private(set) var readCount = 0
  private var wasCancelled = false

  init(_ data: Data, most: Int = .max, failsAt: Int64 = .max, cancelsAfter: Int = .max, isSeekable: Bool = true) {
    self.isSeekable = isSeekable
    self.data = data
    self.most = most
    self.failsAt = failsAt
    self.cancelsAfter = cancelsAfter
  }

  var size: Int64? { Int64(data.count) }
  let isSeekable: Bool

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if wasCancelled { throw .cancelled }
    readCount += 1
    if position >= failsAt { throw Self.failure }
    let end = min(Int(position) + min(buffer.count, most), data.count, Int(min(failsAt, Int64(data.count))))
    guard Int(position) < end else { return 0 }
    data.copyBytes(to: buffer, from: Int(position)..<end)
    defer { position = Int64(end) }
    return end - Int(position)
  }

  func seek(to offset: Int64) throws(ByteSourceError) { position = offset }
  var isCancelled: Bool { wasCancelled || readCount > cancelsAfter }
  func cancel() { wasCancelled = true }
  func resume() { wasCancelled = false }
}
