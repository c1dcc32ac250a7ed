import CoreMedia

/// A decoded video frame. Immutable and reference-counted: all consumers share the decoder's buffer.
package final class VideoFrame: Sendable {
  /// The place of the samples.
  package enum Samples: Sendable {
    /// In memory that the frame owns and releases.
    case memory(FrameMemory)
    /// In a device, until they are read.
    case device(DeviceFrameMemory)
  }

  /// The samples.
  private let samples: Samples

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
  ///   - pixelFormat: The format of the samples; in a device, also that of their copy in memory.
  ///   - samples: The place of the samples.
  package init(
    presentationTime: CMTime, duration: CMTime, width: Int, height: Int, pixelFormat: PixelFormat,
    pixelAspect: PixelAspect, transform: DisplayTransform, color: ColorDescription, isKey: Bool, samples: Samples
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
    self.samples = samples
  }

  deinit {
    if case .memory(let memory) = samples { memory.release(memory.storage) }
  }

  /// The same frame with another pixel aspect ratio and transform. It shares the decoder's buffer and keeps this frame
  /// alive.
  package func shown(pixelAspect: PixelAspect, transform: DisplayTransform) -> VideoFrame {
    let shared: Samples =
      switch samples {
      case .memory(let memory):
        .memory(
          FrameMemory(
            storage: memory.storage, planes: memory.planes, release: { [self] _ in withExtendedLifetime(self) {} }))
      case .device: samples
      }
    return VideoFrame(
      presentationTime: presentationTime, duration: duration, width: width, height: height, pixelFormat: pixelFormat,
      pixelAspect: pixelAspect, transform: transform, color: color, isKey: isKey, samples: shared)
  }

  // MARK: Samples

  /// The frame in memory. Copies a frame in a device for its first reader.
  private var memory: FrameMemory {
    switch samples {
    case .memory(let memory): memory
    case .device(let device): device.memory
    }
  }

  /// The decoder's own form of the frame in memory, owned and freed by this object. The first reader of a frame in a
  /// device copies it.
  package var storage: UnsafeMutableRawPointer { memory.storage }

  /// The frame in a device, whose image needs no copy; nil for a frame in memory.
  package var device: (any DeviceFrame)? {
    if case .device(let device) = samples { device.device } else { nil }
  }

  /// Copies a frame in a device into memory, and releases the buffer of the device: the frame will be retained for
  /// long.
  package func leaveDevice() {
    if case .device(let device) = samples { device.leaveDevice() }
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
    for plane in 0..<planeCount {
      let size = size(ofPlane: plane)
      let bytesPerRow =
        switch samples {
        case .memory(let memory): abs(memory.planes.stride(ofPlane: plane))
        // Without a copy.
        case .device: size.width * pixelFormat.bytesPerSample(ofPlane: plane)
        }
      total += bytesPerRow * size.height
    }
    return total
  }

  /// Width and height of one plane in samples: subsampled chroma planes are smaller, rounded up.
  package func size(ofPlane plane: Int) -> (width: Int, height: Int) {
    pixelFormat.size(ofPlane: plane, width: width, height: height)
  }

  /// The bytes between the starts of adjacent rows of a plane; 0 if the format has no such plane.
  ///
  /// The first reader of a frame in a device copies it.
  package func bytesPerRow(ofPlane plane: Int) -> Int { memory.planes.stride(ofPlane: plane) }

  /// The address of the first row of a plane; nil if the format has no such plane.
  ///
  /// The first reader of a frame in a device copies it.
  package func baseAddress(ofPlane plane: Int) -> UnsafeMutablePointer<UInt8>? { memory.planes.address(ofPlane: plane) }
}
