import Synchronization

/// Exists while a view can show images in the memory of devices. While there is none in the process, hardware decoders
/// copy each frame at once, on their own threads.
package final class DeviceImageReader: Sendable {
  /// The number of readers.
  private static let count = Atomic(0)

  /// Counts a reader, until it is released.
  package init() { Self.count.add(1, ordering: .relaxed) }

  deinit { Self.count.subtract(1, ordering: .relaxed) }

  /// Whether there is a reader.
  package static var exist: Bool { count.load(ordering: .relaxed) > 0 }
}
