import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

extension VideoFrame {
  /// Makes a frame of an image in memory, without a copy; nil without memory and for an unknown format.
  ///
  /// - Parameters:
  ///   - planes: The first row of each plane and the bytes per row.
  ///   - owner: Retains the memory; released with the last reference, on any thread.
  package static func wrapping(
    planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)], width: Int, height: Int, format: PixelFormat,
    pixelAspect: PixelAspect, color: ColorDescription, presentationTime: CMTime, duration: CMTime,
    owner: any AnyObject & Sendable
  ) -> VideoFrame? {
    guard let first = planes.first, planes.count == format.planeCount, planes.count <= 4, let raw = av_frame_alloc()
    else { return nil }
    raw.pointee.format = format.ffmpeg.rawValue
    raw.pointee.width = Int32(clamping: width)
    raw.pointee.height = Int32(clamping: height)
    raw.pointee.sample_aspect_ratio = AVRational(num: pixelAspect.horizontal, den: pixelAspect.vertical)
    raw.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(clamping: color.primaries))
    raw.pointee.color_trc = AVColorTransferCharacteristic(rawValue: UInt32(clamping: color.transfer))
    raw.pointee.colorspace = AVColorSpace(rawValue: UInt32(clamping: color.matrix))
    raw.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    for (index, plane) in planes.enumerated() {
      withUnsafeMutableBytes(of: &raw.pointee.data) {
        $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[index] = plane.base.assumingMemoryBound(to: UInt8.self)
      }
      withUnsafeMutableBytes(of: &raw.pointee.linesize) {
        $0.bindMemory(to: Int32.self)[index] = Int32(clamping: plane.bytesPerRow)
      }
    }
    let retained = Unmanaged.passRetained(owner)
    raw.pointee.buf.0 = av_buffer_create(
      first.base.assumingMemoryBound(to: UInt8.self), abs(first.bytesPerRow) * height,
      { owner, _ in if let owner { Unmanaged<AnyObject>.fromOpaque(owner).release() } }, retained.toOpaque(),
      AV_BUFFER_FLAG_READONLY)
    guard raw.pointee.buf.0 != nil else {
      retained.release()
      var raw: UnsafeMutablePointer<AVFrame>? = raw
      av_frame_free(&raw)
      return nil
    }
    return VideoFrame(
      taking: raw, presentationTime: presentationTime, duration: duration, transform: .identity, declared: color)
  }

  /// The same image with another time; nil without memory, and for a frame without samples.
  package func retimed(to time: CMTime) -> VideoFrame? {
    // libavutil would copy from no memory.
    guard baseAddress(ofPlane: 0) != nil, let copy = av_frame_clone(raw) else { return nil }
    return VideoFrame(
      taking: copy, presentationTime: time, duration: duration, transform: transform, declared: color)
  }
}
