import CPlayheadFFmpeg
import PlayheadMedia

/// Passes on the frames of a hardware decoder: in the device, with an image that other devices share, or as copies in
/// memory. Used by the thread of the decoder.
final class DeviceFrameOutput {
  /// The pool of frame buffers for copies; nil for libavutil's own buffers.
  private let memory: FrameBufferPool?
  /// The buffers of the device that frames occupy.
  private let budget = DeviceFrameBudget()
  /// Whether the device shares its images, as far as is known.
  private var isShareable: Bool

  /// Creates an output of one decoder.
  ///
  /// - Parameters:
  ///   - memory: The pool of frame buffers for copies; nil for libavutil's own buffers.
  ///   - isShareable: Whether the device may share its images.
  init(memory: FrameBufferPool?, isShareable: Bool) {
    self.memory = memory
    self.isShareable = isShareable
  }

  /// Passes on a frame in a device, of which it takes ownership.
  ///
  /// Interlaced frames, and those that do not begin at the first sample of the device's buffer, are copied.
  ///
  /// - Parameter keepsInDevice: Whether the frame may remain in the device, if its image can be shared.
  /// - Throws: `HardwareDecodingFailure.copying` if the frame, or an earlier one, could not be copied.
  /// - Returns: A frame that the caller must free.
  func deliver(
    _ frame: UnsafeMutablePointer<AVFrame>, keepsInDevice: Bool
  ) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame> {
    guard !budget.hasFailed else {
      freeFrame(frame)
      throw .copying("an earlier frame could not be read")
    }
    if keepsInDevice, isShareable, budget.hasRoom, playhead_frame_is_interlaced(frame) == 0,
      frame.pointee.crop_left == 0, frame.pointee.crop_top == 0
    {
      if SharedFrame.attach(to: frame, memory: memory, budget: budget) { return frame }
      isShareable = false
    }
    defer { freeFrame(frame) }
    let (copy, code) = Self.copy(frame, into: memory)
    guard let copy else { throw .copying(FFmpegError(.decode, code: code).text) }
    return copy
  }

  /// Copies a frame from a device into memory, with its properties.
  ///
  /// - Returns: A frame that the caller must free, or nil and the library's code of the error.
  static func copy(
    _ frame: UnsafeMutablePointer<AVFrame>, into memory: FrameBufferPool?
  ) -> (copy: UnsafeMutablePointer<AVFrame>?, code: Int32) {
    if frame.pointee.format == AV_PIX_FMT_DRM_PRIME.rawValue, SharedImage(of: frame, describedBy: frame) == nil {
      return (nil, playhead_error_invalid_data)
    }
    guard let copy = av_frame_alloc() else { return (nil, playhead_error_out_of_memory) }
    var code = playhead_prepare_copy(copy, frame)
    if code >= 0 {
      // Without a buffer libavutil allocates one.
      _ = memory?.allocate(copy)
      code = av_hwframe_transfer_data(copy, frame, 0)
    }
    if code >= 0 {
      // The buffer has the size of the device's, which may be larger.
      copy.pointee.width = frame.pointee.width
      copy.pointee.height = frame.pointee.height
      code = av_frame_copy_props(copy, frame)
      // The image of the device is not that of the copy.
      av_buffer_unref(&copy.pointee.opaque_ref)
    }
    // libavcodec crops frames in a device only at the right and at the bottom.
    if code >= 0 { code = av_frame_apply_cropping(copy, 0) }
    guard code >= 0 else {
      freeFrame(copy)
      return (nil, code)
    }
    return (copy, code)
  }
}
