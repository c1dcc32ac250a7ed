/// The image of a frame in memory that devices share: a Linux DMA-BUF. Does not own it.
///
/// The planes are those of the frame's pixel format.
package struct SharedImage: Sendable, Equatable {
  /// A plane of an image.
  package struct Plane: Sendable, Equatable {
    /// The descriptor of the memory.
    package var descriptor: Int32
    /// The bytes before the first row.
    package var offset: Int
    /// The bytes between the starts of adjacent rows.
    package var bytesPerRow: Int

    /// Creates a plane.
    package init(descriptor: Int32, offset: Int, bytesPerRow: Int) {
      self.descriptor = descriptor
      self.offset = offset
      self.bytesPerRow = bytesPerRow
    }
  }

  /// The planes, in the order of the pixel format.
  package let planes: [Plane]
  /// The layout of the samples in memory, a modifier of Linux's DRM (`drm_fourcc.h`); nil if the driver knows it.
  package let modifier: UInt64?

  /// Whether rows follow each other: DRM's modifier `DRM_FORMAT_MOD_LINEAR`.
  package var isLinear: Bool { modifier == 0 }

  /// Creates an image from its planes.
  package init(planes: [Plane], modifier: UInt64?) {
    self.planes = planes
    self.modifier = modifier
  }
}

/// A frame in the memory of a device, which other devices can read. Occupies one of the few buffers of the device while
/// it exists.
package protocol DeviceFrame: AnyObject, Sendable {
  /// The image, valid while this object exists.
  var image: SharedImage { get }

  /// Copies the samples. Called at most once, on any thread; may take some milliseconds. A frame without samples if the
  /// device fails: the decoder then fails too, and software takes over.
  func copy() -> FrameMemory
}
