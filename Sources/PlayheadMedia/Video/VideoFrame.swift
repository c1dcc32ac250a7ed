import CoreMedia

/// A decoded video frame. Immutable and reference-counted: all consumers share the decoder's buffer.
package final class VideoFrame: @unchecked Sendable {
  // Sendable: the decoder's frame and the memory behind it are never written after `init`; the decoder's library counts
  // the references atomically.
  /// The decoder's own form of the frame, owned and freed by this object.
  package let storage: UnsafeMutableRawPointer
  /// Frees `storage`. Called once, on the thread of the last reference.
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void
  /// The memory of the planes, which belongs to `storage`.
  private let planes: FramePlanes

  /// The time on the asset's timeline.
  package let presentationTime: CMTime
  /// How long the frame is shown; zero if unknown.
  package let duration: CMTime
  /// The visible size in samples.
  package let width: Int
  /// The visible height in samples, before rotation.
  package let height: Int
  /// The layout of the planes.
  package let pixelFormat: PixelFormat
  /// The aspect ratio of a stored sample, from the stream or else from the container.
  package let pixelAspect: PixelAspect
  /// The transform from the stored to the upright frame.
  package let transform: DisplayTransform
  /// The colour description of the stream; code point 2 where it declares none.
  package let color: ColorDescription
  /// Whether this is a keyframe.
  package let isKey: Bool

  /// Takes ownership of a decoded frame.
  ///
  /// - Parameters:
  ///   - planes: The memory of the planes, valid until `release`.
  ///   - storage: The decoder's own form of the frame.
  ///   - release: Frees `storage`, on any thread. Without captures, so that a frame costs one allocation.
  package init(
    presentationTime: CMTime, duration: CMTime, width: Int, height: Int, pixelFormat: PixelFormat,
    pixelAspect: PixelAspect, transform: DisplayTransform, color: ColorDescription, isKey: Bool, planes: FramePlanes,
    storage: UnsafeMutableRawPointer, release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.presentationTime = presentationTime
    self.duration = duration
    self.width = width
    self.height = height
    self.pixelFormat = pixelFormat
    self.pixelAspect = pixelAspect
    self.transform = transform
    self.color = color
    self.isKey = isKey
    self.planes = planes
    self.storage = storage
    self.release = release
  }

  deinit { release(storage) }

  /// The same frame with another pixel aspect ratio and transform. It shares the decoder's buffer and keeps this frame
  /// alive.
  package func shown(pixelAspect: PixelAspect, transform: DisplayTransform) -> VideoFrame {
    VideoFrame(
      presentationTime: presentationTime, duration: duration, width: width, height: height, pixelFormat: pixelFormat,
      pixelAspect: pixelAspect, transform: transform, color: color, isKey: isKey, planes: planes, storage: storage,
      release: { [self] _ in withExtendedLifetime(self) {} })
  }

  /// The presentation time of the next frame, as far as the duration is known.
  package var endTime: CMTime { presentationTime + duration }

  /// The display size in square pixels, with pixel aspect ratio and rotation applied.
  package var displaySize: (width: Double, height: Double) {
    let wide = Double(width) * pixelAspect.ratio
    return transform.swapsSides ? (Double(height), wide) : (wide, Double(height))
  }

  /// The number of planes with samples.
  package var planeCount: Int { pixelFormat.planeCount }

  /// The size of the frame's buffers, for the budgets of queues.
  package var byteCount: Int {
    var total = 0
    for plane in 0..<planeCount { total += abs(bytesPerRow(ofPlane: plane)) * size(ofPlane: plane).height }
    return total
  }

  /// Width and height of one plane in samples: subsampled chroma planes are smaller, rounded up.
  package func size(ofPlane plane: Int) -> (width: Int, height: Int) {
    guard plane == 1 || plane == 2 else { return (width, height) }
    let shift = pixelFormat.chromaShift
    return ((width + (1 << shift.x) - 1) >> shift.x, (height + (1 << shift.y) - 1) >> shift.y)
  }

  /// The bytes between the starts of adjacent rows of a plane; 0 if the format has no such plane.
  package func bytesPerRow(ofPlane plane: Int) -> Int { planes.stride(ofPlane: plane) }

  /// The address of the first row of a plane; nil if the format has no such plane.
  package func baseAddress(ofPlane plane: Int) -> UnsafeMutablePointer<UInt8>? { planes.address(ofPlane: plane) }
}
