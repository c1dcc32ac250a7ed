import CPlayheadFFmpeg
import PlayheadMedia

/// The image of a frame in a device, attached to the frame in libavutil's form: it lives as long as any reference to
/// that.
final class SharedFrame: Sendable {
  /// The planes of the image.
  let image: SharedImage
  /// The pool of frame buffers for a copy; nil for libavutil's own buffers.
  let memory: FrameBufferPool?
  /// The buffers of the device that frames occupy.
  let budget: DeviceFrameBudget
  /// Owns the descriptors of the image.
  private let export: Export

  /// The frame in the form of the Direct Rendering Manager, with the descriptors.
  private final class Export: @unchecked Sendable {
    // Sendable: never changed after `init`, and freed once.
    /// The frame, owned by this object.
    let raw: UnsafeMutablePointer<AVFrame>

    /// Exports a frame; nil if the device does not support it.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
      let hasForm = frame.pointee.format == AV_PIX_FMT_DRM_PRIME.rawValue
      guard let made = hasForm ? av_frame_clone(frame) : av_frame_alloc() else { return nil }
      raw = made
      guard !hasForm else { return }
      made.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
      // Waits until the device has decoded the frame.
      guard av_hwframe_map(made, frame, Int32(AV_HWFRAME_MAP_READ)) >= 0 else { return nil }
    }

    deinit {
      var frame: UnsafeMutablePointer<AVFrame>? = raw
      av_frame_free(&frame)
    }
  }

  /// Describes the image of a frame; nil if the device does not share it, or in a form that is not known.
  private init?(_ frame: UnsafeMutablePointer<AVFrame>, memory: FrameBufferPool?, budget: DeviceFrameBudget) {
    let format = PixelFormat(playhead_sample_format(frame))
    guard let export = Export(frame),
      let image = SharedImage(
        export.raw, format, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    else { return nil }
    self.image = image
    self.export = export
    self.memory = memory
    self.budget = budget
    budget.add()
  }

  deinit { budget.remove() }

  /// Attaches its image to a frame. False if the device does not share it, or in a form that is not known.
  static func attach(
    to frame: UnsafeMutablePointer<AVFrame>, memory: FrameBufferPool?, budget: DeviceFrameBudget
  ) -> Bool {
    guard frame.pointee.opaque_ref == nil, let shared = SharedFrame(frame, memory: memory, budget: budget) else {
      return false
    }
    let retained = Unmanaged.passRetained(shared)
    // libavutil only passes the address on.
    let address = retained.toOpaque().assumingMemoryBound(to: UInt8.self)
    frame.pointee.opaque_ref = av_buffer_create(
      address, 1, { opaque, _ in if let opaque { Unmanaged<SharedFrame>.fromOpaque(opaque).release() } },
      retained.toOpaque(), AV_BUFFER_FLAG_READONLY)
    guard frame.pointee.opaque_ref == nil else { return true }
    retained.release()
    return false
  }

  /// The image that is attached to a frame; nil for a frame in memory.
  static func attached(to frame: UnsafeMutablePointer<AVFrame>) -> SharedFrame? {
    guard frame.pointee.hw_frames_ctx != nil, let data = frame.pointee.opaque_ref?.pointee.data else { return nil }
    return Unmanaged<SharedFrame>.fromOpaque(UnsafeRawPointer(data)).takeUnretainedValue()
  }
}

/// A frame in a device with its image.
final class HardwareFrame: DeviceFrame, @unchecked Sendable {
  // Sendable: the frame is never changed after `init`, and libavutil counts references atomically.
  /// The frame, owned by this object.
  private let raw: UnsafeMutablePointer<AVFrame>
  /// The image of the frame.
  private let shared: SharedFrame

  /// Takes ownership of a frame with an attached image; nil, without ownership, for a frame in memory.
  init?(_ raw: UnsafeMutablePointer<AVFrame>) {
    guard let shared = SharedFrame.attached(to: raw) else { return nil }
    self.raw = raw
    self.shared = shared
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = raw
    av_frame_free(&frame)
  }

  var image: SharedImage { shared.image }

  func copy() -> FrameMemory {
    let format = playhead_sample_format(raw)
    if let copy = DeviceFrameOutput.copy(raw, into: shared.memory).copy {
      if copy.pointee.format == format.rawValue { return FrameMemory(taking: copy) }
      var other: UnsafeMutablePointer<AVFrame>? = copy
      av_frame_free(&other)
    }
    shared.budget.noteFailure()
    guard let empty = av_frame_alloc() else { preconditionFailure("no memory for a frame") }
    empty.pointee.format = format.rawValue
    (empty.pointee.width, empty.pointee.height) = (raw.pointee.width, raw.pointee.height)
    return FrameMemory(taking: empty)
  }
}

extension SharedImage {
  /// Formats whose planes views can show.
  private static let formats: Set<PixelFormat> = [.nv12, .p010]
  /// DRM's modifier for a layout that only the driver knows, `DRM_FORMAT_MOD_INVALID`.
  private static let implicitModifier: UInt64 = 0x00FF_FFFF_FFFF_FFFF
  /// DRM's modifier for rows one after the other, `DRM_FORMAT_MOD_LINEAR`.
  private static let linearModifier: UInt64 = 0

  /// The image of a frame in the form of the Direct Rendering Manager, if views can show its format; nil if the
  /// driver's description is not plausible.
  fileprivate init?(_ frame: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, width: Int, height: Int) {
    guard Self.formats.contains(format) else { return nil }
    self.init(describing: frame, format, width: width, height: height)
  }

  /// Whether the driver's description of a frame in the form of the Direct Rendering Manager is plausible. Otherwise
  /// libavutil would end the program, or read other memory.
  static func isPlausible(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let format = PixelFormat(playhead_sample_format(frame))
    return SharedImage(describing: frame, format, width: width, height: height) != nil
  }

  /// The image of a frame in the form of the Direct Rendering Manager; nil if the driver's description is not
  /// plausible.
  private init?(describing frame: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, width: Int, height: Int) {
    var described = [PlayheadImagePlane](repeating: PlayheadImagePlane(), count: 4)
    let count = Int(playhead_image_planes(frame, &described, 4))
    guard count > 0, count == format.planeCount, let modifier = described.first?.modifier,
      described.prefix(count).allSatisfy({ $0.modifier == modifier && $0.descriptor >= 0 })
    else { return nil }
    var planes: [Plane] = []
    for (index, plane) in described.prefix(count).enumerated() {
      let shift = index == 1 || index == 2 ? format.chromaShift : (x: 0, y: 0)
      let samples = (width + (1 << shift.x) - 1) >> shift.x
      let rows = (height + (1 << shift.y) - 1) >> shift.y
      let (offset, bytesPerRow) = (Int(plane.offset), Int(plane.pitch))
      guard offset >= 0, offset <= Int(Int32.max), bytesPerRow <= Int(Int32.max),
        bytesPerRow >= samples * format.bytesPerSample(ofPlane: index)
      else { return nil }
      // Rows beyond the memory would be read. The size of other layouts is the driver's concern.
      if modifier == Self.linearModifier, plane.size > 0, offset + bytesPerRow * rows > Int(clamping: plane.size) {
        return nil
      }
      planes.append(Plane(descriptor: plane.descriptor, offset: offset, bytesPerRow: bytesPerRow))
    }
    self.init(planes: planes, modifier: modifier == Self.implicitModifier ? nil : modifier)
  }
}
