import CPlayheadFFmpeg
import Foundation
import Synchronization

/// A device whose frames are anonymous files in the form of the Direct Rendering Manager, which libavutil copies as
/// those of a real device.
final class SimulatedDevice: @unchecked Sendable {
  // Sendable: `contexts` is used with the lock.
  /// A fault of the driver.
  enum Fault: Sendable {
    /// The samples of a frame, by its index, cannot be read.
    case unreadable(Int)
    /// Rows that overlap, a plane beyond the memory, before it, or no plane of chroma.
    case shortRows, shortMemory, missingPlane
  }

  private let fault: Fault?
  /// libavutil's description of the frames, by size; owned.
  private let contexts = Mutex<[String: Int]>([:])
  private let frames = Mutex(0)

  init(_ fault: Fault? = nil) { self.fault = fault }

  deinit {
    for address in contexts.withLock({ $0.values }) {
      var context = UnsafeMutablePointer<AVBufferRef>(bitPattern: address)
      av_buffer_unref(&context)
    }
  }

  /// A copy of a frame with interleaved chroma in the device; nil for a frame of another format.
  func moved(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame>? {
    guard frame.pointee.format == AV_PIX_FMT_NV12.rawValue, let luma = frame.pointee.data.0,
      let chroma = frame.pointee.data.1, let context = context(frame.pointee.width, frame.pointee.height),
      let moved = av_frame_alloc()
    else { return nil }
    let index = frames.withLock { count in
      defer { count += 1 }
      return count
    }
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let (pitch, rows) = ((width + 255) / 256 * 256, height + (height + 1) / 2)
    var bytes = Data(count: pitch * rows)
    for row in 0..<rows {
      let isLuma = row < height
      let stride = Int(isLuma ? frame.pointee.linesize.0 : frame.pointee.linesize.1)
      let source = isLuma ? luma + row * stride : chroma + (row - height) * stride
      bytes.replaceSubrange(row * pitch..<row * pitch + width, with: UnsafeBufferPointer(start: source, count: width))
    }
    let image = UnsafeMutablePointer<AVDRMFrameDescriptor>.allocate(capacity: 1)
    image.initialize(to: AVDRMFrameDescriptor())
    image.pointee.nb_objects = 1
    image.pointee.objects.0.fd = Self.file(bytes)
    image.pointee.objects.0.size = bytes.count
    image.pointee.nb_layers = 2
    // DRM_FORMAT_R8 and DRM_FORMAT_GR88.
    image.pointee.layers.0.format = 0x2020_3852
    image.pointee.layers.0.nb_planes = 1
    image.pointee.layers.0.planes.0.pitch = pitch
    image.pointee.layers.1.format = 0x3838_5247
    image.pointee.layers.1.nb_planes = 1
    image.pointee.layers.1.planes.0.pitch = pitch
    image.pointee.layers.1.planes.0.offset = pitch * height
    switch fault {
    case .unreadable(index): image.pointee.objects.0.size = 0
    case .shortRows: image.pointee.layers.0.planes.0.pitch = width - 1
    case .shortMemory: image.pointee.objects.0.size = bytes.count - 1
    case .missingPlane: image.pointee.nb_layers = 1
    default: break
    }
    moved.pointee.data.0 = UnsafeMutableRawPointer(image).assumingMemoryBound(to: UInt8.self)
    moved.pointee.buf.0 = av_buffer_create(
      moved.pointee.data.0, MemoryLayout<AVDRMFrameDescriptor>.size,
      { _, data in
        guard let data else { return }
        close(UnsafeMutableRawPointer(data).assumingMemoryBound(to: AVDRMFrameDescriptor.self).pointee.objects.0.fd)
        data.deallocate()
      }, nil, 0)
    _ = av_frame_copy_props(moved, frame)
    moved.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
    (moved.pointee.width, moved.pointee.height) = (frame.pointee.width, frame.pointee.height)
    moved.pointee.hw_frames_ctx = av_buffer_ref(context)
    return moved
  }

  /// libavutil's description of frames of a size.
  private func context(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<AVBufferRef>? {
    contexts.withLock { contexts in
      let key = "\(width)x\(height)"
      if let known = contexts[key] { return UnsafeMutablePointer(bitPattern: known) }
      guard var device = Optional(av_hwdevice_ctx_alloc(AV_HWDEVICE_TYPE_DRM)), device != nil,
        av_hwdevice_ctx_init(device) >= 0, let made = av_hwframe_ctx_alloc(device)
      else { return nil }
      av_buffer_unref(&device)
      let description = UnsafeMutableRawPointer(made.pointee.data).assumingMemoryBound(to: AVHWFramesContext.self)
      description.pointee.format = AV_PIX_FMT_DRM_PRIME
      description.pointee.sw_format = AV_PIX_FMT_NV12
      (description.pointee.width, description.pointee.height) = (width, height)
      guard av_hwframe_ctx_init(made) >= 0 else { return nil }
      contexts[key] = Int(bitPattern: made)
      return made
    }
  }

  /// The descriptor of an anonymous file.
  private static func file(_ bytes: Data) -> Int32 {
    var name = Array("/tmp/playhead-device-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    bytes.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    return descriptor
  }
}
