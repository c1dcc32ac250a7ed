import CoreVideo
import Synchronization
import Testing

/// Pixel buffers over memory of another owner: no copy, and the owner is notified on release.
@Suite struct WrappedMemoryTests {
  private final class Owner: Sendable {
    let released: @Sendable () -> Void
    init(released: @escaping @Sendable () -> Void) { self.released = released }
    deinit { released() }
  }

  private final class Count: Sendable {
    let value = Atomic(0)
    func increment() { value.add(1, ordering: .relaxed) }
    var current: Int { value.load(ordering: .relaxed) }
  }

  @Test func bufferRetainsDecoderFrame() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 96, alignment: 16)
    defer { memory.deallocate() }
    memory.storeBytes(of: 0x2A, toByteOffset: 64, as: UInt8.self)
    let released = Count()
    let buffer = CVPixelBuffer(
      pixelFormat: kCVPixelFormatType_420YpCbCr8Planar, width: 8, height: 8,
      planes: [(memory, 8, 8, 8), (memory + 64, 4, 4, 4), (memory + 80, 4, 4, 4)],
      owner: Owner { released.increment() })
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == memory + 64)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 3 && CVPixelBufferGetDataSize(buffer) == 96)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1)?.load(as: UInt8.self) == 0x2A)
    withExtendedLifetime(buffer) { #expect(released.current == 0) }
  }

  @Test func ownerIsReleasedWithBuffer() {
    let released = Count()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { memory.deallocate() }
    do {
      let owner = Owner { released.increment() }
      var buffers = [
        CVPixelBuffer(
          pixelFormat: kCVPixelFormatType_32BGRA, width: 2, height: 2, planes: [(memory, 8, 2, 2)], owner: owner)
      ]
      #expect(CVPixelBufferGetBaseAddress(buffers[0]) == memory && CVPixelBufferGetPlaneCount(buffers[0]) == 0)
      buffers.removeAll()
      #expect(released.current == 0)
      withExtendedLifetime(owner) {}
    }
    #expect(released.current == 1)
  }

  @Test func releaseBytesCallbackRunsOnce() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 16)
    defer { memory.deallocate() }
    let released = Count()
    let reference = Unmanaged.passUnretained(released).toOpaque()
    var buffer: CVPixelBuffer?
    let callback: CVPixelBufferReleaseBytesCallback = { reference, address in
      guard let reference, address != nil else { return }
      Unmanaged<Count>.fromOpaque(reference).takeUnretainedValue().increment()
    }
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 3, 5, kCVPixelFormatType_32BGRA, memory, 11, callback, reference, nil, &buffer)
        == kCVReturnInvalidArgument)
    #expect(buffer == nil && released.current == 0)
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 3, 5, kCVPixelFormatType_32BGRA, memory, 20, callback, reference, nil, &buffer) == kCVReturnSuccess)
    #expect(buffer.flatMap(CVPixelBufferGetBaseAddress) == memory && released.current == 0)
    buffer = nil
    #expect(released.current == 1)
  }

  @Test func releasePlanesCallbackGetsAddresses() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 16)
    defer { memory.deallocate() }
    let released = Count()
    let reference = Unmanaged.passUnretained(released).toOpaque()
    var bases: [UnsafeMutableRawPointer?] = [memory, memory + 16]
    var (widths, heights, rows) = ([4, 2], [4, 2], [4, 4])
    var buffer: CVPixelBuffer?
    func make(_ count: Int) -> CVReturn {
      CVPixelBufferCreateWithPlanarBytes(
        nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 24, count, &bases, &widths, &heights, &rows,
        { reference, whole, size, count, addresses in
          guard let reference, let addresses, let second = addresses[1], let whole else { return }
          guard size == 24, count == 2, second - whole == 16 else { return }
          Unmanaged<Count>.fromOpaque(reference).takeUnretainedValue().increment()
        }, reference, nil, &buffer)
    }
    #expect(make(1) == kCVReturnInvalidArgument)
    #expect(make(2) == kCVReturnSuccess)
    #expect(buffer.map(CVPixelBufferGetDataSize) == 24)
    buffer = nil
    #expect(released.current == 1)
    rows[1] = 3
    #expect(make(2) == kCVReturnInvalidArgument)
  }
}
