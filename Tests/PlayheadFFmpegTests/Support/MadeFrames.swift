import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

@testable import PlayheadFFmpeg

extension VideoFrame {
  /// A synthetic frame. `value` returns the sample of a plane at a position.
  static func made(
    _ format: PixelFormat, width: Int, height: Int, color: ColorDescription = .unspecified,
    transform: DisplayTransform = .identity, value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) -> VideoFrame {
    let raw = av_frame_alloc()!
    raw.pointee.format = format.ffmpeg.rawValue
    raw.pointee.width = Int32(width)
    raw.pointee.height = Int32(height)
    raw.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(color.primaries))
    raw.pointee.color_trc = AVColorTransferCharacteristic(rawValue: UInt32(color.transfer))
    raw.pointee.colorspace = AVColorSpace(rawValue: UInt32(color.matrix))
    raw.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    precondition(av_frame_get_buffer(raw, 0) >= 0)
    let frame = VideoFrame(taking: raw, presentationTime: .zero, duration: .zero, transform: transform)
    for plane in 0..<frame.planeCount {
      let size = frame.size(ofPlane: plane)
      let base = frame.baseAddress(ofPlane: plane)!
      for y in 0..<size.height {
        for x in 0..<size.width {
          let row = base + y * frame.bytesPerRow(ofPlane: plane)
          if format.bitDepth > 8, format.planeCount > 1 {
            UnsafeMutableRawPointer(row).storeBytes(
              of: UInt16(clamping: value(plane, x, y)), toByteOffset: 2 * x, as: UInt16.self)
          } else {
            row[x] = UInt8(clamping: value(plane, x, y))
          }
        }
      }
    }
    return frame
  }
}

extension AudioFrame {
  /// A synthetic block of 16-bit interleaved audio.
  ///
  /// - Parameter speakers: libavutil's bits of the channels; nil for the default ones of the number of channels.
  static func made(_ samples: [Int16], sampleRate: Int, channels: Int, speakers: UInt64? = nil) -> AudioFrame {
    let raw = av_frame_alloc()!
    raw.pointee.format = AV_SAMPLE_FMT_S16.rawValue
    raw.pointee.sample_rate = Int32(sampleRate)
    raw.pointee.nb_samples = Int32(samples.count / channels)
    av_channel_layout_default(&raw.pointee.ch_layout, Int32(channels))
    if let speakers {
      raw.pointee.ch_layout.order = AV_CHANNEL_ORDER_NATIVE
      raw.pointee.ch_layout.u.mask = speakers
    }
    precondition(av_frame_get_buffer(raw, 0) >= 0)
    samples.withUnsafeBytes {
      raw.pointee.data.0!.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: $0.count)
    }
    return AudioFrame(taking: raw, presentationTime: .zero)
  }
}
