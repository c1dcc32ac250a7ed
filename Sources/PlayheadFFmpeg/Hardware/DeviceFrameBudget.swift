import PlayheadMedia
import Synchronization

/// The buffers of one decoder's device that frames occupy outside of the decoder. Shared with the frames.
final class DeviceFrameBudget: Sendable {
  /// The number of frames outside of the decoder.
  private let count = Atomic(0)
  /// Whether the samples of a frame could not be copied.
  private let isBroken = Atomic(false)

  /// Creates a budget without frames.
  init() {}

  /// Whether another frame may leave the decoder. Otherwise it is copied, so that the decoder never lacks a buffer.
  var hasRoom: Bool { count.load(ordering: .relaxed) < DeviceFrameLimit.total }

  /// Whether the device has failed: no further frame can be trusted.
  var hasFailed: Bool { isBroken.load(ordering: .relaxed) }

  /// Counts a frame.
  func add() { count.add(1, ordering: .relaxed) }

  /// A frame has returned its buffer. Any thread.
  func remove() { count.subtract(1, ordering: .relaxed) }

  /// Records that the samples of a frame could not be copied. Any thread.
  func noteFailure() { isBroken.store(true, ordering: .relaxed) }
}
