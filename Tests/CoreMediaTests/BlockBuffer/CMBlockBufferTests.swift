import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct CMBlockBufferTests {
  private func make(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  @Test func joinsBlocksAndReferences() throws {
    let source = try make(Array(0..<10))
    let joined = try make([100, 101])
    try joined.append(bufferReference: source[3..<6])
    try joined.append(bufferReference: source[8...])
    #expect(try joined.dataBytes() == Data([100, 101, 3, 4, 5, 8, 9]) && joined.dataLength == 7)
    #expect(!joined.isContiguous && joined[2..<5].isContiguous && !joined[1...2].isContiguous)
    #expect(try joined[1..<4].dataBytes() == Data([101, 3, 4]))
    let whole = try joined.makeContiguous()
    #expect(whole.isContiguous && CMBlockBufferIsRangeContiguous(whole, atOffset: 0, length: 7))
    // References share the bytes, copies do not.
    try source.fillDataBytes(with: 7)
    #expect(try joined.dataBytes() == Data([100, 101, 7, 7, 7, 7, 7]))
    #expect(try whole.dataBytes() == Data([100, 101, 3, 4, 5, 8, 9]))
    #expect(try joined.withContiguousStorage { $0[6] } == 7)
  }

  @Test func freesMemoryOnceWithItsLastReference() throws {
    let freed = Mutex<[Int]>([])
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 5)
    var part: CMBlockBuffer?
    do {
      let buffer = try CMBlockBuffer(
        buffer: memory,
        deallocator: { memory, length in
          freed.withLock { $0.append(length) }
          memory.deallocate()
        })
      part = try CMBlockBuffer(bufferReference: buffer[4..<8])
    }
    #expect(freed.withLock { $0 } == [])
    #expect(try part?.dataBytes() == Data([5, 5, 5, 5]))
    part = nil
    #expect(freed.withLock { $0 } == [16])
  }

  @Test func allocatesMemoryWithItsFirstUse() throws {
    let buffer = try CMBlockBuffer(length: 4)
    #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try buffer.dataBytes() }
    try buffer.assureBlockMemory()
    #expect(try buffer.dataBytes().count == 4)
    let failing = try CMBlockBuffer(length: 4, allocator: { _ in nil }, deallocator: { _, _ in })
    #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) { try failing.assureBlockMemory() }
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try CMBlockBuffer().assureBlockMemory() }
  }

  /// With `kCFAllocatorNull` the memory remains the program's: here an array's.
  @Test func functionsDoNotFreeForeignMemory() throws {
    var bytes: [UInt8] = [1, 2, 3, 4]
    try bytes.withUnsafeMutableBytes { memory in
      var made: CMBlockBuffer?
      #expect(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: kCFAllocatorDefault, memoryBlock: memory.baseAddress, blockLength: 4,
          blockAllocator: kCFAllocatorNull, customBlockSource: nil, offsetToData: 1, dataLength: 3, flags: 0,
          blockBufferOut: &made) == noErr)
      let buffer = try #require(made)
      var (pointer, length, total) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
      #expect(
        CMBlockBufferGetDataPointer(
          buffer, atOffset: 1, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: &pointer) == noErr)
      #expect(length == 2 && total == 3 && pointer?.pointee == 3)
      #expect(
        CMBlockBufferReplaceDataBytes(
          with: [UInt8](arrayLiteral: 9), blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 1) == noErr)
    }
    #expect(bytes == [1, 9, 3, 4])
  }

  @Test func rejectsRangesOutsideOfTheBuffer() throws {
    let buffer = try make([1, 2, 3])
    #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[4..<5].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[1...Int.max].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[(-1)..<2].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: -1) }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 4, range: 2..<9) }
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try buffer.append(bufferReference: buffer[1..<1]) }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) {
      try [UInt8](repeating: 0, count: 4).withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    }
    var (byte, made) = (UInt8(0), CMBlockBuffer?.none)
    #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 2, dataLength: 2, destination: &byte) == -12704)
    #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 9, dataLength: 1, destination: &byte) == -12703)
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil,
        offsetToData: 3, dataLength: 2, flags: 0, blockBufferOut: &made) == -12704)
    #expect(made == nil)
  }
}
