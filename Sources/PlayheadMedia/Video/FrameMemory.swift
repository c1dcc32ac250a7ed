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
final class DeviceFrameMemory: Sendable {
  /// The frame in the device, and its copy: at least one of them exists.
  private struct State {
    /// nil after the frame has left the device.
    var device: (any DeviceFrame)?
    /// nil before the first reader.
    var copy: FrameMemory?
  }

  /// Locked while the samples are copied: other readers wait for the copy.
  private let state: Mutex<State>

  /// Takes a frame in a device.
  init(_ device: any DeviceFrame) { state = Mutex(State(device: device)) }

  deinit {
    if let copy = state.withLock({ $0.copy }) { copy.release(copy.storage) }
  }

  /// The frame in the device; nil after it has left the device.
  var device: (any DeviceFrame)? { state.withLock { $0.device } }

  /// The frame in memory, copied for the first reader.
  func inMemory(leavingDevice: Bool = false) -> FrameMemory {
    state.withLock { state in
      let copy = state.copy ?? state.device.map { $0.copy() }
      state.copy = copy
      if leavingDevice { state.device = nil }
      guard let copy else { preconditionFailure("a frame is in a device or in memory") }
      return copy
    }
  }
}
