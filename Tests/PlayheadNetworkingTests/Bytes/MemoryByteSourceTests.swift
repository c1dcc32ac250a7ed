import Foundation
import Testing

@testable import PlayheadNetworking

@Suite struct MemoryByteSourceTests {
  private func read(_ source: MemoryByteSource, _ count: Int) throws(ByteSourceError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try source.read(into: buffer))])
  }

  @Test func readsToTheEnd() throws {
    // A slice, whose first index is not 0.
    let source = MemoryByteSource(Data([9, 9, 1, 2, 3, 4, 5]).dropFirst(2))
    #expect(source.size == 5 && source.isSeekable && source.head(2) == [1, 2])
    let blocks = [try read(source, 3), try read(source, 3), try read(source, 3)]
    #expect(blocks == [[1, 2, 3], [4, 5], []])
    try source.seek(to: 1)
    let afterSeek = try read(source, 2)
    #expect(afterSeek == [2, 3])
    try source.seek(to: .max)
    let behindTheEnd = try read(source, 2)
    #expect(behindTheEnd.isEmpty)
    #expect(throws: ByteSourceError.self) { try source.seek(to: -1) }
  }

  @Test func cancelledReadsFailUntilResumed() throws {
    let source = MemoryByteSource(Data([1, 2]))
    source.cancel()
    #expect(throws: ByteSourceError.self) { _ = try self.read(source, 1) }
    source.resume()
    let bytes = try read(source, 1)
    #expect(bytes == [1])
  }

  @Test func providerRefusesOtherAddresses() throws {
    let provider = MemoryByteSourceProvider(Data([1]))
    let source = try provider.source(for: MemoryByteSourceProvider.url, options: RequestOptions())
    #expect(source.size == 1)
    #expect(throws: ByteSourceError.self) {
      _ = try provider.source(for: URL(fileURLWithPath: "/dev/zero"), options: RequestOptions())
    }
  }
}
