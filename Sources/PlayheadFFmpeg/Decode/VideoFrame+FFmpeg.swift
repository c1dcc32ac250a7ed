import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

extension VideoFrame {
  /// Takes ownership of a decoded frame. `declared`: the colours that the container declares; its brightest light, that
  /// of a scene, and Dolby Vision's metadata are used if the frame has none.
  convenience init(
    taking raw: UnsafeMutablePointer<AVFrame>, presentationTime: CMTime, duration: CMTime, transform: DisplayTransform,
    declared: ColorDescription = .unspecified
  ) {
    let frame = raw.pointee
    let isPQ = frame.color_trc == AVCOL_TRC_SMPTE2084
    let ownPeak = isPQ ? MasteringMetadata.peakLuminance(of: raw) : 0
    let format = playhead_sample_format(raw)
    var color = ColorDescription(
      primaries: Int32(frame.color_primaries.rawValue), transfer: Int32(frame.color_trc.rawValue),
      matrix: Int32(frame.colorspace.rawValue),
      isFullRange: frame.color_range == AVCOL_RANGE_JPEG || format.isFullRangeByName,
      peakLuminance: ownPeak > 0 ? ownPeak : declared.peakLuminance)
    color.dolbyVision = DolbyVisionMetadata(of: raw) ?? declared.dolbyVision
    let scenePeak = isPQ || color.dolbyVision != nil ? MasteringMetadata.scenePeak(of: raw) : 0
    color.scenePeak = scenePeak > 0 ? scenePeak : declared.scenePeak
    let device = HardwareFrame(raw).map { VideoFrame.Samples.device(DeviceFrameMemory($0)) }
    self.init(
      presentationTime: presentationTime, duration: duration, width: Int(frame.width), height: Int(frame.height),
      pixelFormat: PixelFormat(format),
      pixelAspect: PixelAspect(horizontal: frame.sample_aspect_ratio.num, vertical: frame.sample_aspect_ratio.den),
      transform: transform, color: color, isKey: playhead_frame_is_key(raw) != 0,
      samples: device ?? .memory(FrameMemory(taking: raw)))
  }

  /// The decoded frame in memory in libavutil's form, freed with this object. The first reader of a frame in a device
  /// copies it.
  var raw: UnsafeMutablePointer<AVFrame> { storage.assumingMemoryBound(to: AVFrame.self) }
}

extension FrameMemory {
  /// Takes ownership of a frame in memory.
  init(taking raw: UnsafeMutablePointer<AVFrame>) {
    let (data, rows) = (raw.pointee.data, raw.pointee.linesize)
    self.init(
      storage: UnsafeMutableRawPointer(raw),
      planes: FramePlanes(
        addresses: (data.0, data.1, data.2, data.3), strides: (Int(rows.0), Int(rows.1), Int(rows.2), Int(rows.3))),
      release: { freeFrame($0.assumingMemoryBound(to: AVFrame.self)) })
  }
}
