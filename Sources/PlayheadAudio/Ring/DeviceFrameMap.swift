import Synchronization

/// Maps the device's frames to ring positions: a short history of contiguous spans, written by the audio callback and
/// read by the session, without locks.
///
/// The writer either extends the newest span or overwrites the oldest. A reader uses a span only if its number was the
/// same before and after reading it.
final class DeviceFrameMap: Sendable {
  /// More than the number of spans within any device's latency.
  private static let capacity = 64
  /// A span of contiguous frames. Each field is atomic; `number` guards the others against being overwritten.
  private struct Slot: ~Copyable {
    /// The sequence number of the span; −1 while it is being overwritten, and before its first use.
    let number = Atomic<Int64>(-1)
    /// The first frame of the span, counted from the device's first frame.
    let deviceFrame = Atomic<Int64>(0)
    /// The ring position of that frame.
    let ringPosition = Atomic<Int64>(0)
    /// The number of frames; grows while audio continues without a gap.
    let count = Atomic<Int64>(0)
  }

  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  // `slots`: the pointer never changes, and everything behind it is atomic.
  /// The number of the newest complete span; −1 before the first.
  private let newest = Atomic<Int64>(-1)

  /// Creates an empty map. The only allocation: the callback allocates nothing.
  init() {
    slots = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { slots.advanced(by: index).initialize(to: Slot()) }
  }

  deinit {
    slots.deinitialize(count: Self.capacity)
    slots.deallocate()
  }

  /// Records that `count` device frames from `deviceFrame` on came from `ringPosition`. Called by the audio callback.
  func append(deviceFrame: Int64, ringPosition: Int64, count: Int64) {
    let last = newest.load(ordering: .relaxed)
    if last >= 0 {
      let slot = slots.advanced(by: Int(last) % Self.capacity)
      let length = slot.pointee.count.load(ordering: .relaxed)
      if slot.pointee.deviceFrame.load(ordering: .relaxed) + length == deviceFrame,
        slot.pointee.ringPosition.load(ordering: .relaxed) + length == ringPosition
      {
        slot.pointee.count.store(length + count, ordering: .releasing)
        return
      }
    }
    let next = last + 1
    let slot = slots.advanced(by: Int(next) % Self.capacity)
    slot.pointee.number.store(-1, ordering: .sequentiallyConsistent)
    slot.pointee.deviceFrame.store(deviceFrame, ordering: .sequentiallyConsistent)
    slot.pointee.ringPosition.store(ringPosition, ordering: .sequentiallyConsistent)
    slot.pointee.count.store(count, ordering: .sequentiallyConsistent)
    slot.pointee.number.store(next, ordering: .sequentiallyConsistent)
    newest.store(next, ordering: .sequentiallyConsistent)
  }

  /// Between two spans the device played silence: the position stays at the end of the earlier one.
  ///
  /// - Returns: nil before any audio. For a frame before the oldest span, the start of that span.
  func ringPosition(ofDeviceFrame frame: Int64) -> Int64? {
    var number = newest.load(ordering: .sequentiallyConsistent)
    let oldest = max(0, number - Int64(Self.capacity) + 1)
    var earliest: Int64?
    while number >= oldest {
      let slot = slots.advanced(by: Int(number) % Self.capacity)
      guard slot.pointee.number.load(ordering: .sequentiallyConsistent) == number else { break }
      let start = slot.pointee.deviceFrame.load(ordering: .sequentiallyConsistent)
      let ring = slot.pointee.ringPosition.load(ordering: .sequentiallyConsistent)
      let count = slot.pointee.count.load(ordering: .sequentiallyConsistent)
      guard slot.pointee.number.load(ordering: .sequentiallyConsistent) == number else { break }
      if start <= frame { return ring + min(count, frame - start) }
      earliest = ring
      number -= 1
    }
    return earliest
  }
}
