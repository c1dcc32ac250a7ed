import Foundation
import Synchronization

/// Pixel buffers of one size and format, whose memory is used again when they are released. Any thread.
public final class CVPixelBufferPool: Hashable, Sendable {
  /// The attributes of all buffers.
  private struct Attributes: @unchecked Sendable {
    // Sendable: dictionaries of constants, which are only read.
    let pool: CFDictionary
    let buffer: CFDictionary
  }

  private let attributes: Attributes
  private let width: Int
  private let height: Int
  private let format: OSType
  /// The memory of released buffers, the one released last at the end, and the number of buffers in use.
  private let state = Mutex((free: [CVPixelBuffer](), used: 0))
  /// The number of free buffers whose memory is retained.
  private let minimum: Int

  /// A pool retains this many free buffers, unless its attributes require more.
  private static let defaultMinimum = 4

  fileprivate init?(_ pool: CFDictionary, _ buffer: CFDictionary) {
    func number(_ value: Any?) -> Int? {
      (value as? any BinaryInteger).flatMap { Int(exactly: $0) } ?? (value as? any BinaryFloatingPoint).flatMap {
        Int(exactly: Double($0))
      } ?? (value as? NSNumber)?.intValue
    }
    let formats = buffer[kCVPixelBufferPixelFormatTypeKey]
    guard let width = number(buffer[kCVPixelBufferWidthKey]), let height = number(buffer[kCVPixelBufferHeightKey]),
      let code = number((formats as? [Any])?.first ?? formats).flatMap({ OSType(exactly: $0) })
    else { return nil }
    (self.width, self.height, self.format) = (width, height, code)
    attributes = Attributes(pool: pool, buffer: buffer)
    minimum = min(64, max(Self.defaultMinimum, number(pool[kCVPixelBufferPoolMinimumBufferCountKey]) ?? 0))
  }

  /// The attributes with which the pool was created.
  fileprivate var poolAttributes: CFDictionary { attributes.pool }
  /// The attributes of the buffers.
  fileprivate var bufferAttributes: CFDictionary { attributes.buffer }

  /// A buffer; its content is undefined. `threshold`: the number of buffers in use with which none is created.
  fileprivate func make(threshold: Int?) -> (CVPixelBuffer?, CVReturn) {
    let (memory, isAllowed): (CVPixelBuffer?, Bool) = state.withLock { state in
      if let threshold, state.used >= threshold { return (nil, false) }
      state.used += 1
      return (state.free.popLast(), true)
    }
    guard isAllowed else { return (nil, kCVReturnWouldExceedAllocationThreshold) }
    var (backing, result) = (memory, kCVReturnSuccess)
    if backing == nil { result = CVPixelBufferCreate(nil, width, height, format, attributes.buffer, &backing) }
    guard let backing else {
      state.withLock { $0.used -= 1 }
      return (nil, result)
    }
    let buffer = CVPixelBuffer(
      pixelFormat: backing.pixelFormat, width: width, height: height, planes: backing.planes,
      isPlanar: backing.isPlanar, dataSize: backing.dataSize, attributes: attributes.buffer,
      owner: PooledMemory(backing, self))
    return (buffer, kCVReturnSuccess)
  }

  /// Takes back the memory of a released buffer.
  fileprivate func take(_ memory: CVPixelBuffer) {
    state.withLock { state in
      state.used -= 1
      if state.free.count < minimum { state.free.append(memory) }
    }
  }

  /// Frees the memory of released buffers.
  fileprivate func flush() { state.withLock { $0.free = [] } }

  /// Whether both are the same object.
  public static func == (left: CVPixelBufferPool, right: CVPixelBufferPool) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The owner of the memory of a buffer in use, which it returns to the pool.
private final class PooledMemory: Sendable {
  private let memory: CVPixelBuffer
  private let pool: CVPixelBufferPool

  init(_ memory: CVPixelBuffer, _ pool: CVPixelBufferPool) { (self.memory, self.pool) = (memory, pool) }

  deinit { pool.take(memory) }
}

/// What a flush of a pool frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt64
  /// Creates a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All buffers that are not in use.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// The key of the number of buffers that a pool retains at least.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the number of buffers in use with which a pool creates no more; among the auxiliary attributes.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// Creates a pool.
///
/// - Parameters:
///   - allocator: Ignored.
///   - poolAttributes: Attributes of the pool, such as `kCVPixelBufferPoolMinimumBufferCountKey`.
///   - pixelBufferAttributes: The attributes of the buffers, with width, height and pixel format.
///   - poolOut: Receives the pool.
/// - Returns: An error and no pool for attributes without these.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = CVPixelBufferPool(poolAttributes ?? [:], pixelBufferAttributes ?? [:])
  return poolOut.pointee == nil ? kCVReturnInvalidPixelBufferAttributes : kCVReturnSuccess
}

/// Creates a buffer with the attributes of a pool, in the memory of a released one if there is one. Its content is
/// undefined.
///
/// - Returns: An error and no buffer for attributes with which none can be created, and without memory.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Creates a buffer, as `CVPixelBufferPoolCreatePixelBuffer` does, unless as many are in use as
/// `kCVPixelBufferPoolAllocationThresholdKey` allows.
///
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` and no buffer with that many in use.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let value = auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey]
  let threshold = (value as? NSNumber)?.intValue ?? (value as? Int)
  let (buffer, result) = pixelBufferPool.make(threshold: threshold)
  pixelBufferOut.pointee = buffer
  return result
}

/// Frees the memory of buffers that are not in use.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  if options.contains(.excessBuffers) { pool.flush() }
}

/// The attributes with which a pool was created.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }

/// The attributes of the buffers of a pool.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.bufferAttributes
}
