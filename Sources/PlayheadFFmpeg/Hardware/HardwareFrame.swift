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
  /// The frame in the form of the Direct Rendering Manager, which owns the descriptors of the image.
  private let export: OwnedFrame

  /// Describes the image of a frame; nil if the device does not share it, or in a form that views cannot show.
  private init?(_ frame: UnsafeMutablePointer<AVFrame>, memory: FrameBufferPool?, budget: DeviceFrameBudget) {
    guard Self.formats.contains(PixelFormat(playhead_sample_format(frame))), let export = Self.export(frame),
      let image = SharedImage(of: frame, describedBy: export.raw)
    else { return nil }
    self.image = image
    self.export = export
    self.memory = memory
    self.budget = budget
    budget.add()
  }

  deinit { budget.remove() }

  /// Formats whose planes views can show.
  private static let formats: Set<PixelFormat> = [.nv12, .p010]

  /// Converts a frame to the form of the Direct Rendering Manager, once the device has decoded it; nil if the device
  /// does not support that.
  private static func export(_ frame: UnsafeMutablePointer<AVFrame>) -> OwnedFrame? {
    if frame.pointee.format == AV_PIX_FMT_DRM_PRIME.rawValue { return av_frame_clone(frame).map { OwnedFrame($0) } }
    guard let export = av_frame_alloc().map({ OwnedFrame($0) }) else { return nil }
    export.raw.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
    return av_hwframe_map(export.raw, frame, Int32(AV_HWFRAME_MAP_READ)) >= 0 ? export : nil
  }

  /// Attaches its image to a frame. False if the device does not share it, or in a form that views cannot show.
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
final class HardwareFrame: DeviceFrame {
  /// The frame.
  private let frame: OwnedFrame
  /// The image of the frame.
  private let shared: SharedFrame

  /// Takes ownership of a frame with an attached image; nil, without ownership, for a frame in memory.
  init?(_ raw: UnsafeMutablePointer<AVFrame>) {
    guard let shared = SharedFrame.attached(to: raw) else { return nil }
    frame = OwnedFrame(raw)
    self.shared = shared
  }

  var image: SharedImage { shared.image }

  func copy() -> FrameMemory {
    let format = playhead_sample_format(frame.raw)
    if let copy = DeviceFrameOutput.copy(frame.raw, into: shared.memory).copy {
      if copy.pointee.format == format.rawValue { return FrameMemory(taking: copy) }
      freeFrame(copy)
    }
    shared.budget.noteFailure()
    guard let empty = av_frame_alloc() else { preconditionFailure("no memory for a frame") }
    empty.pointee.format = format.rawValue
    (empty.pointee.width, empty.pointee.height) = (frame.raw.pointee.width, frame.raw.pointee.height)
    return FrameMemory(taking: empty)
  }
}

extension SharedImage {
  /// DRM's modifier for a layout that only the driver knows, `DRM_FORMAT_MOD_INVALID`.
  private static let implicitModifier: UInt64 = 0x00FF_FFFF_FFFF_FFFF

  /// The image of a frame; nil if the driver's description is not plausible: libavutil would end the program, or read
  /// other memory.
  ///
  /// - Parameter description: The frame in the form of the Direct Rendering Manager.
  init?(of frame: UnsafeMutablePointer<AVFrame>, describedBy description: UnsafeMutablePointer<AVFrame>) {
    let format = PixelFormat(playhead_sample_format(frame))
    var described = [PlayheadImagePlane](repeating: PlayheadImagePlane(), count: 4)
    let count = Int(playhead_image_planes(description, &described, 4))
    guard count > 0, count == format.planeCount, let modifier = described.first?.modifier,
      described.prefix(count).allSatisfy({ $0.modifier == modifier && $0.descriptor >= 0 })
    else { return nil }
    let planes = described.prefix(count).map {
      Plane(descriptor: $0.descriptor, offset: Int($0.offset), bytesPerRow: Int($0.pitch))
    }
    self.init(planes: planes, modifier: modifier == Self.implicitModifier ? nil : modifier)
    for (index, plane) in planes.enumerated() {
      let size = format.size(
        ofPlane: index, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
      guard 0...Int(Int32.max) ~= plane.offset, plane.bytesPerRow <= Int(Int32.max),
        plane.bytesPerRow >= size.width * format.bytesPerSample(ofPlane: index)
      else { return nil }
      // Rows beyond the memory would be read. The size of other layouts is the driver's concern.
      let available = Int(clamping: described[index].size)
      if isLinear, available > 0, plane.offset + plane.bytesPerRow * size.height > available { return nil }
    }
  }
}
