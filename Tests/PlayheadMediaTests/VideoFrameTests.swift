import CoreMedia
import PlayheadMedia
import Synchronization
import Testing

/// Frames whose memory is the test's own.
@Suite struct VideoFrameTests {
  /// Counts the calls of `release`.
  private final class Counter: Sendable {
    let calls = Mutex(0)
  }

  /// A frame of 4:2:0 whose planes are 64 bytes apart in one allocation.
  private static func frame(
    width: Int, height: Int, transform: DisplayTransform = .identity, strides: (Int, Int, Int) = (32, 16, 16),
    counter: Counter = Counter()
  ) -> VideoFrame {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    memory.initialize(repeating: 0, count: 256)
    return VideoFrame(
      presentationTime: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 4), width: width,
      height: height, pixelFormat: .yuv420p, pixelAspect: PixelAspect(horizontal: 4, vertical: 3),
      transform: transform, color: .unspecified, isKey: true,
      samples: .memory(
        FrameMemory(
          storage: UnsafeMutableRawPointer(memory),
          planes: FramePlanes(
            addresses: (memory, memory + 64, memory + 128, nil), strides: (strides.0, strides.1, strides.2, 0)),
          release: { storage in
            storage.deallocate()
            counter.calls.withLock { $0 += 1 }
          })))
  }

  @Test func releasesStorageOnceWithLastReference() {
    let counter = Counter()
    var references = Array(repeating: Self.frame(width: 4, height: 4, counter: counter), count: 2)
    references.removeLast()
    #expect(counter.calls.withLock { $0 } == 0)
    references.removeLast()
    #expect(counter.calls.withLock { $0 } == 1)
  }

  @Test func addressesAndStridesOfPlanes() throws {
    let frame = Self.frame(width: 17, height: 9)
    let base = try #require(frame.baseAddress(ofPlane: 0))
    #expect(frame.baseAddress(ofPlane: 1) == base + 64)
    #expect(frame.baseAddress(ofPlane: 2) == base + 128)
    #expect(frame.baseAddress(ofPlane: 3) == nil)
    #expect(frame.baseAddress(ofPlane: 4) == nil)
    #expect((0..<5).map(frame.bytesPerRow) == [32, 16, 16, 0, 0])
  }

  /// 9 rows of 32 bytes, and two planes of 5 rows of 16 bytes. A negative stride counts as its absolute value.
  @Test func byteCountIsThatOfAllPlanes() {
    #expect(Self.frame(width: 17, height: 9).byteCount == 9 * 32 + 2 * 5 * 16)
    #expect(Self.frame(width: 17, height: 9, strides: (-32, 16, 16)).byteCount == 9 * 32 + 2 * 5 * 16)
  }

  @Test func displaySizeAppliesAspectAndRotation() {
    let turned = DisplayTransform(rotation: -90, isMirrored: false)
    #expect(Self.frame(width: 12, height: 9).displaySize == (16, 9))
    #expect(Self.frame(width: 12, height: 9, transform: turned).displaySize == (9, 16))
  }

  @Test func endTimeAddsDuration() {
    #expect(Self.frame(width: 4, height: 4).endTime == CMTime(value: 3, timescale: 4))
  }
}
