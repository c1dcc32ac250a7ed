import Synchronization

/// A frame in memory, in the form of the decoder's library, and its planes.
package struct FrameMemory: @unchecked Sendable {
  // Sendable: the frame and the memory behind it are never written after `init`; the decoder's library counts the
  // references atomically.
  /// The decoder's own form of the frame.
  package let storage: UnsafeMutableRawPointer
  /// The memory of the planes, which belongs to `storage`.
  let planes: FramePlanes
  /// Frees `storage`. Called once, on the thread of the last reference.
  let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Describes a frame that the caller passes on.
  ///
  /// - Parameters:
  ///   - storage: The decoder's own form of the frame.
  ///   - planes: The memory of the planes, valid until `release`.
  ///   - release: Frees `storage`, on any thread. Without captures, so that a frame costs one allocation.
  package init(
    storage: UnsafeMutableRawPointer, planes: FramePlanes,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.storage = storage
    self.planes = planes
    self.release = release
  }
}

/// A frame that a device has decoded. The first reader of its samples copies them into memory; a device that shows the
/// frame needs no copy.
package final class DeviceFrameMemory: Sendable {
  /// The frame in the device; nil after it has left the device. Locked for moments only.
  private let current: Mutex<(any DeviceFrame)?>
  /// The copy; nil before the first reader. Locked while the samples are copied: other readers wait for the copy.
  private let copy = Mutex<FrameMemory?>(nil)

  /// Takes a frame in a device.
  package init(_ device: any DeviceFrame) { current = Mutex(device) }

  deinit {
    if let copy = copy.withLock({ $0 }) { copy.release(copy.storage) }
  }

  /// The frame in the device; nil after it has left the device.
  var device: (any DeviceFrame)? { current.withLock { $0 } }

  /// The frame in memory, copied for the first reader.
  var memory: FrameMemory {
    copy.withLock { copy in
      if let copy { return copy }
      guard let device else { preconditionFailure("a frame leaves a device after it was copied") }
      let made = device.copy()
      copy = made
      return made
    }
  }

  /// Copies the samples, and releases the buffer of the device.
  func leaveDevice() {
    _ = memory
    // Released with no lock held.
    _ = current.withLock { exchange(&$0, with: nil) }
  }
}
