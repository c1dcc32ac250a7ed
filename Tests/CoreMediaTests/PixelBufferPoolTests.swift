import CoreVideo
import Foundation
import Testing

@Suite("CVPixelBufferPool") struct PixelBufferPoolTests {
  private static func pool(_ attributes: CFDictionary) -> (CVPixelBufferPool?, CVReturn) {
    var pool: CVPixelBufferPool?
    let result = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
    return (pool, result)
  }

  private static var attributes: CFDictionary {
    [
      kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 32,
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]
  }

  @Test("buffers have the attributes of the pool, and the memory of released ones is used again")
  func reuse() throws {
    let pool = try #require(Self.pool(Self.attributes).0)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    let first = try #require(buffer)
    #expect(CVPixelBufferGetWidth(first) == 64 && CVPixelBufferGetHeight(first) == 32)
    #expect(CVPixelBufferGetPlaneCount(first) == 2)
    var other: CVPixelBuffer?
    CVPixelBufferPoolCreatePixelBuffer(nil, pool, &other)
    let address = CVPixelBufferGetBaseAddressOfPlane(first, 0)
    #expect(CVPixelBufferGetBaseAddressOfPlane(try #require(other), 0) != address)
  }

  @Test("the memory of a released buffer is used again until the pool is flushed")
  func release() throws {
    let pool = try #require(Self.pool(Self.attributes).0)
    func address() throws -> UnsafeMutableRawPointer? {
      var buffer: CVPixelBuffer?
      CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
      return CVPixelBufferGetBaseAddressOfPlane(try #require(buffer), 0)
    }
    let first = try address()
    #expect(try address() == first)
  }

  @Test("no buffer is created beyond the threshold")
  func threshold() throws {
    let pool = try #require(Self.pool(Self.attributes).0)
    let limit: CFDictionary = [kCVPixelBufferPoolAllocationThresholdKey: 1]
    var (first, second): (CVPixelBuffer?, CVPixelBuffer?)
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &first) == kCVReturnSuccess)
    #expect(
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &second)
        == kCVReturnWouldExceedAllocationThreshold)
    #expect(first != nil && second == nil)
  }

  @Test("attributes without a size or a format have no pool")
  func invalid() {
    #expect(Self.pool([:]).1 == kCVReturnInvalidPixelBufferAttributes)
    #expect(Self.pool([kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 32]).0 == nil)
  }
}
