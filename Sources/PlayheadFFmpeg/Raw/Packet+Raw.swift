import CPlayheadFFmpeg
import CoreMedia
import Glibc
import PlayheadBasics
import PlayheadMedia

extension Packet {
  /// A packet of interleaved 32-bit float samples; nil if memory is exhausted.
  ///
  /// - Parameters:
  ///   - samples: Whole frames of `channelCount` channels.
  ///   - position: The number of the first frame, counted from the beginning of the timeline.
  ///   - parameters: Those of the samples (`StreamParameters.init(rawAudio:sampleRate:channelCount:)`).
  package convenience init?(
    samples: [Float], channelCount: Int, at position: Int64, sampleRate: Int, parameters: StreamParameters
  ) {
    guard channelCount > 0, let raw = Self.allocate(samples.count * MemoryLayout<Float>.size) else { return nil }
    samples.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { memcpy(raw.pointee.data, base, bytes.count) }
    }
    let duration = Int64(samples.count / channelCount)
    Self.set(raw, time: position, duration: duration, parameters)
    self.init(taking: raw, mapping: parameters.mapping, parameters: parameters)
  }

  /// A packet of one uncompressed frame; nil if memory is exhausted, or the frame cannot be converted to the format.
  ///
  /// - Parameters:
  ///   - frame: The frame, which is copied without padding.
  ///   - format: The format of `parameters`.
  ///   - scaler: Converts frames in a format that no decoder of uncompressed video reads.
  package convenience init?(
    frame: VideoFrame, as format: RawVideoFormat, at time: CMTime, duration: CMTime, parameters: StreamParameters,
    scaler: FrameScaler
  ) {
    let planes = format.planes
    guard !planes.isEmpty, frame.width == format.width, frame.height == format.height,
      let raw = Self.allocate(planes.reduce(0) { $0 + $1.byteCount }), var target = raw.pointee.data
    else { return nil }
    var unused: UnsafeMutablePointer<AVPacket>? = raw
    if frame.pixelFormat == format.pixelFormat {
      for (index, plane) in planes.enumerated() {
        Self.copy(frame, plane: index, to: target, bytesPerRow: plane.bytesPerRow, byteCount: plane.byteCount)
        target += plane.byteCount
      }
    } else {
      do throws(FFmpegError) {
        try scaler.draw(
          frame, into: target, bytesPerRow: planes[0].bytesPerRow, width: format.width, height: format.height,
          format: format.pixelFormat, isUpright: false)
      } catch {
        av_packet_free(&unused)
        return nil
      }
    }
    Self.set(raw, time: Self.ticks(time), duration: Self.ticks(duration), parameters)
    self.init(taking: raw, mapping: parameters.mapping, parameters: parameters)
  }

  /// A packet of one uncompressed frame that is filled by the caller; nil if memory is exhausted.
  ///
  /// - Parameter fill: Receives the address of the frame's bytes, which are not initialized. The planes follow each
  ///   other without padding (`RawVideoFormat.planes`).
  package convenience init?(
    format: RawVideoFormat, at time: CMTime, duration: CMTime, parameters: StreamParameters,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let count = format.planes.reduce(0) { $0 + $1.byteCount }
    guard count > 0, let raw = Self.allocate(count), let data = raw.pointee.data else { return nil }
    fill(UnsafeMutableRawBufferPointer(start: data, count: count))
    Self.set(raw, time: Self.ticks(time), duration: Self.ticks(duration), parameters)
    self.init(taking: raw, mapping: parameters.mapping, parameters: parameters)
  }

  /// Copies a plane without the padding of its rows.
  private static func copy(
    _ frame: VideoFrame, plane: Int, to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, byteCount: Int
  ) {
    guard let source = frame.baseAddress(ofPlane: plane), bytesPerRow > 0 else { return }
    let stride = frame.bytesPerRow(ofPlane: plane)
    if stride == bytesPerRow {
      memcpy(target, source, byteCount)
      return
    }
    for row in 0..<byteCount / bytesPerRow { memcpy(target + row * bytesPerRow, source + row * stride, bytesPerRow) }
  }

  /// Allocates a packet; nil if memory is exhausted.
  private static func allocate(_ byteCount: Int) -> UnsafeMutablePointer<AVPacket>? {
    guard let size = Int32(exactly: byteCount), let raw = av_packet_alloc() else { return nil }
    guard av_new_packet(raw, size) >= 0 else {
      var unused: UnsafeMutablePointer<AVPacket>? = raw
      av_packet_free(&unused)
      return nil
    }
    return raw
  }

  /// The last tick of uncompressed video at or before a time: a frame is never later than its time.
  private static func ticks(_ time: CMTime) -> Int64 {
    let converted = CMTimeConvertScale(
      time, timescale: StreamParameters.rawVideoTimescale, method: .roundTowardNegativeInfinity)
    return converted.isNumeric ? converted.value : 0
  }

  /// Sets the times of a packet. Each one can be decoded on its own.
  private static func set(
    _ raw: UnsafeMutablePointer<AVPacket>, time: Int64, duration: Int64, _ parameters: StreamParameters
  ) {
    raw.pointee.pts = time
    raw.pointee.dts = time
    raw.pointee.duration = duration
    raw.pointee.stream_index = Int32(clamping: parameters.track.index)
    raw.pointee.flags = AV_PKT_FLAG_KEY
    raw.pointee.pos = -1
  }
}
